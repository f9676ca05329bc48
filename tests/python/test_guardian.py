# SPDX-License-Identifier: Apache-2.0
"""The guardian: whatever the worker does, its end comes when the protocol says so, and nothing is left behind."""
import json
import os
import signal
import sys

import pytest

from conftest import ENTRIES, Conversation, Probe, ask, environment_request, is_running, run_request, wait_until

# Sleeps in native code and never gives the interpreter's lock back, as a wedged driver does; its child sleeps too.
WEDGED = """
import ctypes, os, pathlib, subprocess
def wedge():
    child = subprocess.Popen(["sleep", "1000"])
    path = pathlib.Path(os.environ["PIDS"])
    path.with_suffix(".part").write_text(f"{os.getpid()} {child.pid}")
    path.with_suffix(".part").rename(path)
    ctypes.PyDLL(None).sleep(1000)
"""


class Wedged(Probe):
    """A probe whose worker is stuck, with the ids of the worker and of the worker's child."""

    def __init__(self, entry, data, folder):
        pids = folder / "pids"
        request = run_request(entry("wedge()", head=WEDGED), data, environment={"PIDS": str(pids)})
        super().__init__(json.dumps(request).encode() + b"\n")
        wait_until(pids.exists)
        self.pids = [int(text) for text in pids.read_text().split()]

    def wait_for_end_of_all(self):
        wait_until(lambda: not any(is_running(pid) for pid in self.pids), seconds=5)


@pytest.fixture
def wedged(entry, data, tmp_path):
    probe = Wedged(entry, data, tmp_path)
    yield probe
    for pid in probe.pids:
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)
    probe.process.kill()
    probe.process.wait(5)
    probe.process.stdout.close()
    probe.process.stderr.close()


def test_end_of_input_ends_a_wedged_worker_and_its_children(wedged):
    assert all(is_running(pid) for pid in wedged.pids)
    wedged.end_input()
    wedged.wait_for_end_of_all()
    assert wedged.process.wait(5) != 0
    said = Conversation(wedged.process.stdout.read())
    assert said.found and said.last["type"] not in ("done", "error")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_to_the_guardian_ends_a_wedged_worker_and_its_children(wedged, number):
    wedged.process.send_signal(number)
    wedged.wait_for_end_of_all()
    assert wedged.process.wait(5) != 0


def test_output_ends_when_the_guardian_is_killed(wedged):
    wedged.process.kill()
    output, _ = wedged.process.communicate(timeout=5)  # returns only when nobody holds the pipe any more
    assert Conversation(output).last["type"] != "done"


def test_end_of_input_before_the_first_message_ends_the_probe(data):
    probe = Probe(json.dumps(environment_request()).encode() + b"\n")
    probe.end_input()
    assert probe.process.wait(5) != 0
    assert probe.process.stdout.read() == b""


def test_a_dying_worker_ends_the_guardian_by_the_same_signal(data):
    said = ask(run_request(ENTRIES / "crash.py", data))
    assert said.status == -signal.SIGSEGV
    assert said.last["type"] == "progress" and "SIGSEGV" in said.errors


def test_a_child_that_the_entry_forgot_is_ended_after_done(entry, data, tmp_path):
    pid = tmp_path / "pid"
    load_body = f"open({str(pid)!r}, 'w').write(str(subprocess.Popen(['sleep', '1000']).pid))"
    said = ask(run_request(entry("return {'x': [1] * len(items)}", load_body, head="import subprocess"), data))
    assert said.last["type"] == "done" and said.status == 0
    wait_until(lambda: not is_running(int(pid.read_text())), seconds=5)


@pytest.mark.parametrize("name", ["RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"])
def test_ranks_above_0_work_in_silence(name):
    probe = Probe(json.dumps(environment_request()).encode() + b"\n", {name: "1"})
    assert probe.finish().messages == [] and probe.process.returncode == 0


def test_rank_0_speaks():
    assert ask(environment_request(), {"RANK": "0", "SLURM_PROCID": "0"}).last["type"] == "done"


def test_the_environment_of_the_request_is_set_before_torch_is_loaded():
    request = {**environment_request(), "environment": {"OMP_NUM_THREADS": "1"}}
    assert ask(request, {"OMP_NUM_THREADS": "2"}).found["threads"] == 1


def test_a_file_in_the_working_folder_does_not_stand_in_for_torch(tmp_path):
    (tmp_path / "torch.py").write_text("__version__ = 'false'\n")
    said = Probe(json.dumps(environment_request()).encode() + b"\n", folder=tmp_path).finish()
    assert said.found["torch"] != "false" and said.last["type"] == "done"


def test_a_python_without_torch_is_named(tmp_path):
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError(\"No module named 'torch'\")\n")
    said = ask(environment_request(), {"PYTHONPATH": str(tmp_path)})
    assert said.last["code"] == "torch_missing" and sys.executable in said.last["message"] and said.status == 1
    assert "python" in said.last["hint"]


@pytest.mark.parametrize("line, code", [
    (b"\n", "request"), (b"hello\n", "request"), (b"[1]\n", "request"), (b'{"protocol":1}\n', "request"),
    (b"\xff\xfe\n", "request"), (b"[" * 100000 + b"\n", "request"), (b'{"protocol":1,"protocol":1}\n', "request"),
    (b'{"protocol":1,"probe":"torch.env","device":"cpu","parameters":{"x":NaN}}\n', "request"),
    (b'{"protocol":2,"probe":"torch.env","device":"cpu"}\n', "protocol"),
    (b'{"protocol":true,"probe":"torch.env","device":"cpu"}\n', "protocol"),
    (b'{"protocol":1,"probe":"torch.env","device":7}\n', "request"),
    (b'{"protocol":1,"probe":"torch.env","device":"cpu","extra":1}\n', "request"),
    (b'{"protocol":1,"probe":"torch.env","device":"cpu","environment":{"A":1}}\n', "request"),
    (b'{"protocol":1,"probe":"torch.env","device":"cpu","environment":{"A=B":"1"}}\n', "request"),
    (b'{"protocol":1,"probe":"gemm","device":"cpu"}\n', "probe"),
])
def test_a_request_that_is_not_understood_is_refused_under_its_code(line, code):
    probe = Probe(line)
    said = probe.finish()
    assert [one["type"] for one in said.messages] == ["hello", "error"]
    assert said.last["code"] == code and probe.process.returncode == 1
