# SPDX-License-Identifier: Apache-2.0
"""Runs the end-to-end cases: tests/cases/NAME/ holds `cmd` (a shell line), `out` (expected standard output) and `rc`.

Each runs in a fresh copy of its folder with the program as $PILOTAGE, the interpreter as $PYTHON and the repository as
$ROOT. `out` may hold lines of `...`, each of which stands for any number of lines. A missing `out` means: not compared.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / os.environ.get("PILOTAGE_PROGRAM", "build/dev/pilotage")


def matches(expected: list[str], actual: list[str]) -> bool:
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def run_case(folder: pathlib.Path) -> str:
    """Empty when it passed, else what was wrong."""
    environment = dict(os.environ, PILOTAGE=str(PROGRAM), PYTHON=sys.executable, ROOT=str(ROOT), NO_COLOR="1")
    with tempfile.TemporaryDirectory() as scratch:
        place = pathlib.Path(scratch) / "case"
        shutil.copytree(folder, place)
        done = subprocess.run(["bash", "-c", (folder / "cmd").read_text()], cwd=place, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    wanted_code = int((folder / "rc").read_text())
    if done.returncode != wanted_code:
        return f"exit code {done.returncode}, expected {wanted_code}\n{done.stdout}{done.stderr}"
    if (folder / "out").exists() and not matches((folder / "out").read_text().splitlines(), done.stdout.splitlines()):
        return f"standard output differs; it was:\n{done.stdout}\nstandard error:\n{done.stderr}"
    return ""


def main(wanted: list[str]) -> int:
    folders = sorted(path.parent for path in (ROOT / "tests" / "cases").glob("*/cmd"))
    chosen = [folder for folder in folders if not wanted or folder.name in wanted]
    if not chosen:
        print("cases: none to run", file=sys.stderr)
        return 1
    failed = 0
    for folder in chosen:
        trouble = run_case(folder)
        failed += bool(trouble)
        print(f"   {folder.name}: {'FAILED: ' + trouble if trouble else 'passed'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
