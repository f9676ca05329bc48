# SPDX-License-Identifier: Apache-2.0
"""Platforms behind srun with two tasks, with a real Slurm on this machine.

    build/venv/bin/python tests/launchers/slurm.py
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from shared import PROGRAM, kill, processes_with, require, run_tests, start, wait_for
from slurm_site import Slurm
import small_pilot

SRUN = ["srun", "-N1", "-n2", "--overlap"]
LONG = {"sizes": [512], "formats": ["fp32"], "repeats": 100000, "threads": 1}


def native(probe, parameters):
    return [PROGRAM, "probe", "check", "--json", "--probe", probe, "--parameters", json.dumps(parameters), "--", *SRUN,
            PROGRAM, "probe", "run"]


def ranks():
    """The probes themselves, not srun, whose command line names them too."""
    found = processes_with(f"{PROGRAM} probe run")
    return {number: command for number, command in found.items() if command == f"{PROGRAM} probe run"}


def start_two_ranks():
    driver = start(native("gemm", LONG))
    wait_for(lambda: len(ranks()) == 2, 90, lambda: f"two probes should run: {ranks()}")
    time.sleep(2)
    assert len(ranks()) == 2, "the probes ended by themselves"
    return driver


def cancel_all():
    subprocess.run(["scancel", "--user=root"], check=True)


def tests(folder):
    def of_two_ranks_only_the_first_speaks():
        done = subprocess.run([str(word) for word in native("host", {})], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        said = json.loads(done.stdout)
        assert done.returncode == 0, said["breaches"]
        counts = {one["metric"]: one["count"] for one in said["metrics"]}
        assert counts["host.load.1m"] == 1, counts

    def a_pilot_runs_over_srun_to_its_verdict():
        pilot = small_pilot.make(folder)
        near, far = pilot.plan.read_text().split("[platform.cand]")
        pilot.plan.write_text(f"{near}[platform.cand]\nlauncher = {json.dumps(SRUN)}{far}")
        for words in ("seal", "run"):
            done = pilot.run(words)
            assert done.returncode in (0, 4), done.stdout + done.stderr
        judgements = json.loads(pilot.run("judge", "--json").stdout)["candidates"][0]["judgements"]
        recall = [one for one in judgements if one["criterion"] == "recall"]
        assert recall and recall[0]["outcome"] == "PASS", judgements

    def killing_the_driver_ends_both_ranks():
        kill(start_two_ranks())
        wait_for(lambda: not ranks(), 30, lambda: f"still running: {ranks()}")
        cancel_all()  # Slurm itself misses a killed srun much later

    def a_cancelled_job_is_a_named_failure():
        driver = start_two_ranks()
        cancel_all()
        said = json.loads(driver.communicate(timeout=120)[0])
        assert said["breaches"] and said["breaches"][0]["code"] in ("no_done", "crashed"), said["breaches"]
        cancel_all()
        wait_for(lambda: not ranks(), 30, lambda: f"still running: {ranks()}")

    return [of_two_ranks_only_the_first_speaks, a_pilot_runs_over_srun_to_its_verdict, killing_the_driver_ends_both_ranks,
            a_cancelled_job_is_a_named_failure]


def main():
    require("munged", "slurmctld", "slurmd", "srun", "scancel")
    with Slurm(), tempfile.TemporaryDirectory(prefix="pilotage-srun-") as name:
        return run_tests(tests(pathlib.Path(name)))


if __name__ == "__main__":
    sys.exit(main())
