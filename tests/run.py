# SPDX-License-Identifier: Apache-2.0
"""Runs the project's test steps one after another and ends with a line `N passed, N failed`.

A step is a command that exits 0 when it passed. Nothing is skipped: a step that cannot run has failed.
"""
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = sys.executable

STEPS = {
    "unit": ["build/dev/pilotage_test", "--gtest_brief=1"],
    "arrows": [PYTHON, "tests/arrows.py"],
    "size": [PYTHON, "tests/size.py"],
    "headers": ["ninja", "-C", "build/dev", "--quiet", "headers"],  # each compiles alone
    "cases": [PYTHON, "tests/cases.py"],
    "python": [PYTHON, "-m", "pytest", "-q", "tests/python"],
    "browser": [PYTHON, "tests/report/browser_test.py", "build/dev/report_sample"],
    "candidates": [PYTHON, "tests/candidates.py"],
    "disturbances": [PYTHON, "tests/disturbances.py"],
    "ssh": [PYTHON, "tests/launchers/ssh.py"],
    "slurm": [PYTHON, "tests/launchers/slurm.py"],
    "kill": [PYTHON, "tests/kill.py", "--runs", "4"],
}


def run_step(name: str) -> bool:
    start = time.monotonic()
    print(f"-- {name}", flush=True)
    code = subprocess.run(STEPS[name], cwd=ROOT, stdin=subprocess.DEVNULL).returncode
    print(f"   {name}: {'passed' if code == 0 else f'FAILED with exit code {code}'} ({time.monotonic() - start:.1f} s)", flush=True)
    return code == 0


def main(wanted: list[str]) -> int:
    if wanted == ["--list"]:
        print("\n".join(STEPS))
        return 0
    unknown = [name for name in wanted if name not in STEPS]
    if unknown:
        print(f"tests/run.py: there is no step {', '.join(unknown)}; the steps are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    results = [run_step(name) for name in (wanted or STEPS)]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
