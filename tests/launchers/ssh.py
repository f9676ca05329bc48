# SPDX-License-Identifier: Apache-2.0
"""Platforms behind ssh, with a real second host that has nothing of ours but the bundle and the workload under its root.

    build/venv/bin/python tests/launchers/ssh.py
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from second_host import HOST_FOLDER, SecondHost
from shared import PROGRAM, ROOT, kill, require, run_tests, start, wait_for
import small_pilot

BUNDLE = ROOT / "build" / "bundle" / "pilotage"
FAR_PROGRAM = f"{HOST_FOLDER}/pilotage/bin/pilotage"


def make_pilot(host, folder, entry="good.py", options="{}", root=HOST_FOLDER):
    """The small pilot with its candidate on the second host; seals it and copies the workload there."""
    pilot = small_pilot.make(folder, candidates={"far": (entry, "bf16", options)}, pilot_keys="case_limit_s = 300\nsilence_limit_s = 15")
    text = pilot.plan.read_text()
    near, far = text.split("[platform.far]")
    far = far.replace(sys.executable, host.python(), 1)
    far = f"launcher = {json.dumps(host.ssh())}\nroot = {json.dumps(root)}\n" + far.lstrip("\n")
    pilot.plan.write_text(near + "[platform.far]\n" + far)
    sealed = pilot.run("seal")
    assert sealed.returncode == 0, sealed.stdout + sealed.stderr
    for name in ("good.py", "slow.py", "data.jsonl"):
        shutil.copy(folder / name, host.folder / name)
    return pilot


def outcomes(pilot):
    return json.loads(pilot.run("judge", "--json").stdout)


def native(host, probe, parameters):
    """`probe check` as the driver of one native probe over there."""
    return [PROGRAM, "probe", "check", "--json", "--probe", probe, "--parameters", json.dumps(parameters), "--",
            *host.ssh(), FAR_PROGRAM, "probe", "run"]


def is_measuring(host):
    return any(one.startswith(FAR_PROGRAM) for one in host.processes().values())


LONG = {"sizes": [1024], "formats": ["fp32"], "repeats": 100000}


def tests(host, folder):
    def the_second_host_sees_nothing_of_ours():
        assert not host.sees(ROOT / "run"), "the second host sees the source tree"
        assert not host.sees(sys.executable), "the second host sees the driver's interpreter"
        assert host.sees(FAR_PROGRAM)

    def native_probes_run_from_the_bundle():
        done = subprocess.run([str(w) for w in native(host, "host", {})], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, json.loads(done.stdout)["breaches"]
        assert json.loads(done.stdout)["found"]["processor"]["threads"] >= 1

    def a_pilot_runs_over_ssh_to_its_verdict():
        pilot = make_pilot(host, folder / "whole")
        done = pilot.run("run")
        assert done.returncode in (0, 4), done.stdout + done.stderr
        judgements = outcomes(pilot)["candidates"][0]["judgements"]
        recall = [one for one in judgements if one["criterion"] == "recall"]
        assert recall and recall[0]["outcome"] == "PASS", judgements

    def a_host_without_the_bundle_is_named_as_such():
        pilot = make_pilot(host, folder / "lacking", root=HOST_FOLDER + "/nowhere")
        done = pilot.run("run")
        assert done.returncode not in (0, 70), done.returncode
        assert "nowhere/pilotage" in done.stdout + done.stderr, done.stdout + done.stderr

    def killing_the_driver_ends_the_native_probe():
        driver = start(native(host, "gemm", LONG))
        wait_for(lambda: is_measuring(host), 20, "the probe did not start")
        kill(driver)
        wait_for(lambda: not host.processes(), 10, lambda: f"still running: {host.processes()}")

    def killing_the_driver_ends_the_torch_probe():
        pilot = make_pilot(host, folder / "slow", "slow.py", "{ seconds = 60 }")
        driver = start(pilot.command("run"), cwd=pilot.folder)
        wait_for(lambda: any("pilotage_probe" in one for one in host.processes().values()), 120, "the probe did not start")
        kill(driver)
        wait_for(lambda: not host.processes(), 10, lambda: f"still running: {host.processes()}")

    def a_lost_link_ends_both_sides():  # the last one: the network is gone afterwards
        driver = start(native(host, "gemm", LONG))
        wait_for(lambda: is_measuring(host), 20, "the probe did not start")
        time.sleep(3)  # the probe must have seen that its driver lives
        host.cut_link()
        wait_for(lambda: not host.processes(), 90, lambda: f"still running: {host.processes()}")
        kill(driver)

    return [the_second_host_sees_nothing_of_ours, native_probes_run_from_the_bundle, a_pilot_runs_over_ssh_to_its_verdict,
            a_host_without_the_bundle_is_named_as_such, killing_the_driver_ends_the_native_probe,
            killing_the_driver_ends_the_torch_probe, a_lost_link_ends_both_sides]


def main():
    require("ip", "unshare", "mount", "ssh", "sshd", "ssh-keygen")
    subprocess.run([ROOT / "scripts" / "bundle"], check=True, stdout=subprocess.DEVNULL)
    with SecondHost() as host, tempfile.TemporaryDirectory(prefix="pilotage-ssh-") as name:
        folder = pathlib.Path(name)
        for part in ("whole", "lacking", "slow"):
            (folder / part).mkdir()
        shutil.copytree(BUNDLE, host.folder / "pilotage")
        return run_tests(tests(host, folder))


if __name__ == "__main__":
    sys.exit(main())
