# SPDX-License-Identifier: Apache-2.0
"""What the tests of the PyTorch probe share: a started probe with its conversation, requests, small data."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROBE = ROOT / "probes" / "torch"
ENTRIES = ROOT / "tests" / "entries"
sys.path.insert(0, str(PROBE))

SCHEMA = json.loads((ROOT / "docs" / "probe-protocol.schema.json").read_text())


def validator(name):
    schema = {"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}"}
    return jsonschema.Draft202012Validator(schema)


MESSAGE, REQUEST = validator("message"), validator("request")


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


class Conversation:
    """All that one probe said: messages in order, artifacts by name."""

    def __init__(self, output):
        self.messages, self.artifacts = [], {}
        while output:
            line, _, output = output.partition(b"\n")
            message = json.loads(line)
            MESSAGE.validate(message)
            self.messages.append(message)
            if message["type"] == "artifact":
                output = self.keep(message, output)

    def keep(self, message, output):
        content, rest = output[:message["bytes"]], output[message["bytes"]:]
        assert hashlib.sha256(content).hexdigest() == message["sha256"]
        self.artifacts[message["name"]] = content
        return rest

    @property
    def found(self):
        assert self.messages[0]["type"] == "hello"
        return self.messages[0]["found"]

    @property
    def last(self):
        return self.messages[-1]

    def of(self, kind, **members):
        return [one for one in self.messages if one["type"] == kind and members.items() <= one.items()]


class Probe:
    """A started probe whose standard input stays open until `stop` or `finish`."""

    def __init__(self, line, variables=None, folder=None):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([sys.executable, str(PROBE)], stdin=pipe, stdout=pipe, stderr=pipe,
                                        start_new_session=True, env={**os.environ, **(variables or {})}, cwd=folder)
        self.process.stdin.write(line)
        self.process.stdin.flush()
        self.errors = ""

    def finish(self):
        """Waits for the probe's own end; its standard input is still open then."""
        keep_open = os.dup(self.process.stdin.fileno())
        output, errors = self.process.communicate(timeout=120)
        os.close(keep_open)
        self.errors = errors.decode()
        return Conversation(output)

    def end_input(self):
        self.process.stdin.close()


def ask(request, variables=None):
    """One whole conversation and the exit status."""
    REQUEST.validate(request)
    probe = Probe(json.dumps(request).encode() + b"\n", variables)
    conversation = probe.finish()
    conversation.status, conversation.errors = probe.process.returncode, probe.errors
    return conversation


def environment_request(device="cpu", **parameters):
    return {"protocol": 1, "probe": "torch.env", "device": device, "parameters": parameters, "environment": {}}


def run_request(entry, data, device="cpu", environment=None, **parameters):
    return {"protocol": 1, "probe": "torch.run", "device": device, "environment": environment or {},
            "parameters": {**run_parameters(entry, data), **parameters}}


def run_parameters(entry, data):
    return {"entry": str(entry), "entry_sha256": sha256(entry), "data": str(data), "data_sha256": sha256(data),
            "kind": "embed", "precision": "fp32", "purpose": "outputs", "batch": 16, "threads": 1}


def is_running(pid):
    """Whether the process still does something; one that only waits to be reaped does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "items.jsonl"
    subprocess.run([sys.executable, str(ENTRIES / "make_data.py"), "40", "7", str(path)], check=True)
    return path


@pytest.fixture
def entry(tmp_path):
    """Writes an entry made of a body for `run` and returns its path."""
    def write(run_body, load_body="return None", head=""):
        path = tmp_path / "entry.py"
        path.write_text(f"import torch\n{head}\ndef load(device, precision, options):\n    {load_body}\n"
                        f"def run(model, items):\n    {run_body}\n")
        return path
    return write
