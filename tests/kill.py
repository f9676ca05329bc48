# SPDX-License-Identifier: Apache-2.0
"""Kills a small pilot with SIGKILL at random moments, again and again, and checks that nothing is lost.

Every time: `verify` passes, the record that was committed last before the kill is still in the chain, a following `run`
completes, and every result that does not depend on time equals that of an undisturbed run.

    tests/kill.py [--runs N] [--seed S] [--program build/release/pilotage]
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_pilot  # noqa: E402

TIMELESS = ("recall", "flips", "cosine")


def head(folder: pathlib.Path):
    """(sequence, hash) of the last committed record, read through SQLite as any reader would."""
    with sqlite3.connect(f"file:{folder / 'evidence.db'}?mode=ro", uri=True, timeout=20) as database:
        return database.execute("select seq, hash from record order by seq desc limit 1").fetchone()


def contains(folder: pathlib.Path, last) -> bool:
    with sqlite3.connect(f"file:{folder / 'evidence.db'}?mode=ro", uri=True, timeout=20) as database:
        row = database.execute("select hash from record where seq = ?", (last[0],)).fetchone()
    return row is not None and row[0] == last[1]


def timeless(verdict: dict) -> list:
    """The judgements that depend on no clock, and the figures of them."""
    return [(candidate["candidate"], one["criterion"], one["outcome"], one["value"], one["n"], one["interval"])
            for candidate in verdict["candidates"] for one in candidate["judgements"]
            if one["criterion"] in TIMELESS]


def kill_once(pilot: small_pilot.SmallPilot, after: float) -> bool:
    """Starts the run and kills it; True where the kill came before its end."""
    process = subprocess.Popen(pilot.command("run"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               cwd=pilot.folder, start_new_session=True)
    try:
        process.wait(timeout=after)
        return False
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return True


def one_round(pilot: small_pilot.SmallPilot, rng: random.Random, whole: float, expected: list) -> str:
    """Empty when all held, else what did not."""
    shutil.rmtree(pilot.evidence, ignore_errors=True)
    pilot.run("seal")
    kills = 0
    for _ in range(rng.choice((1, 1, 2, 3))):
        kills += kill_once(pilot, rng.uniform(0.02, whole))
        last = head(pilot.evidence)
        if pilot.run("verify").returncode != 0:
            return "verify failed after a kill"
        if not contains(pilot.evidence, last):
            return "a committed record is gone"
    done = pilot.run("run", "--json")
    if done.returncode not in (0, 1, 4):
        return f"run ended with {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}"
    if pilot.run("verify").returncode != 0:
        return "verify failed after the completed run"
    if not contains(pilot.evidence, last):
        return "a committed record is gone after the completed run"
    found = timeless(json.loads(done.stdout)["verdict"])
    return "" if found == expected else f"results differ: {found} instead of {expected}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default="build/release/pilotage")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        pilot = small_pilot.make(pathlib.Path(scratch), options.program)
        pilot.run("seal")
        start = time.monotonic()
        expected = timeless(json.loads(pilot.run("run", "--json").stdout)["verdict"])
        whole = time.monotonic() - start
        print(f"   undisturbed run: {whole:.1f} s, {len(expected)} results that do not depend on time", flush=True)
        if not expected:
            print("kill: the undisturbed run has no results to compare", file=sys.stderr)
            return 1
        failed = 0
        begin = time.monotonic()
        for number in range(options.runs):
            if number and number % 10 == 0:
                left = (time.monotonic() - begin) / number * (options.runs - number)
                print(f"   {number} of {options.runs} rounds, about {left / 60:.0f} min left", flush=True)
            trouble = one_round(pilot, rng, whole, expected)
            failed += bool(trouble)
            if trouble:
                print(f"   round {number}: {trouble}", flush=True)
    print(f"kill: {options.runs - failed} of {options.runs} rounds passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
