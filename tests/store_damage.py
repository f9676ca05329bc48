# SPDX-License-Identifier: Apache-2.0
"""Damages the evidence of a small pilot, one byte or one record at a time, and checks that it is found or changes nothing.

One byte changed anywhere in records, artifacts or head: `verify` finds it, or `export`, `judge` and `report` give byte for byte
what they gave before. Tried at every STEP-th byte of every file and at each of the last TAIL bytes of the records. A record
that is removed, repeated, moved or changed, and a store cut back to an earlier state, are always found. No command may crash.

    build/venv/bin/python tests/store_damage.py [--step 1000] [--tail 4096] [--program build/release/pilotage] [--folder FOLDER]

FOLDER keeps the pilot for another time.
"""
import argparse
import hashlib
import pathlib
import shutil
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_pilot  # noqa: E402

CODES = (0, 1, 2, 3, 4)  # what a command may exit with; a crash is negative, an internal error 70
MASKS = (0x01, 0x80, 0xFF, 0x10)

CHANGES = {
    "a removed record": "delete from record where seq = 9",
    "a removed record, the rest closed up": "delete from record where seq = 9; update record set seq = -seq where seq > 9; "
                                            "update record set seq = -seq - 1 where seq < 0",
    "a repeated record": "insert into record select (select max(seq) + 1 from record), attempt, kind, metric, unit, item, run, value, "
                         "body, hash from record where seq = 9",
    "two records exchanged": "update record set seq = -9 where seq = 9; update record set seq = 9 where seq = 11; "
                             "update record set seq = 11 where seq = -9",
    "a changed number": "update record set value = value + 1 where seq = (select max(seq) from record where kind = 4)",
    "a changed text": "update record set body = replace(body, 'ref', 'fer') where kind = 2",
    "a changed kind": "update record set kind = 6 where kind = 3",
    "a changed unit": "update word set text = text || 's' where id = 2",
    "a trigger": "create trigger t after insert on record begin delete from word; end",
    "an index dropped": "drop index note",
}


class Outcome:
    """What a pilot's commands give."""

    def __init__(self, pilot: small_pilot.SmallPilot):
        self.pilot = pilot

    def call(self, *words: str):
        done = self.pilot.run(*words)
        if done.returncode not in CODES:
            raise AssertionError(f"{words[0]} exited with {done.returncode}\n{done.stderr[-3000:]}")
        return done

    def verifies(self) -> bool:
        return self.call("verify").returncode == 0

    def results(self) -> dict[str, str]:
        """A digest of everything that comes out, by what it came out of."""
        given = {}
        for words in (("judge", "--json"), ("report", "--json", "--html", "again.html", "--junit", "again.xml"), ("export", "again.bundle")):
            done = self.call(*words)
            given[words[0]] = hashlib.sha256(f"{done.returncode}\n{done.stdout}".encode()).hexdigest()
        for name in ("again.html", "again.xml", "again.bundle"):
            path = self.pilot.folder / name
            given[name] = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "not there"
            path.unlink(missing_ok=True)
        return given


def places(size: int, step: int, tail: int) -> list[int]:
    return sorted(set(range(0, size, step)) | set(range(max(0, size - tail), size)))


def put(file: pathlib.Path, place: int, byte: int) -> None:
    with open(file, "r+b") as opened:
        opened.seek(place)
        opened.write(bytes([byte]))


def flip_bytes(outcome: Outcome, file: pathlib.Path, step: int, tail: int, expected: dict) -> tuple[int, int]:
    """How many flips were found, and how many changed nothing."""
    whole = file.read_bytes()
    found = harmless = 0
    for place in places(len(whole), step, tail):
        put(file, place, whole[place] ^ MASKS[place % len(MASKS)])
        if not outcome.verifies():
            found += 1
        elif (results := outcome.results()) == expected:
            harmless += 1
        else:
            raise AssertionError(f"{file}: byte {place} changed, verify passes, other results: {results} instead of {expected}")
        put(file, place, whole[place])
    return found, harmless


def change_records(outcome: Outcome) -> None:
    database = outcome.pilot.evidence / "evidence.db"
    whole = database.read_bytes()
    for name, statements in CHANGES.items():
        connection = sqlite3.connect(database)
        connection.executescript(statements)
        connection.close()
        if database.read_bytes() == whole:
            raise AssertionError(f"{name}: the statement changed nothing")
        if outcome.verifies():
            raise AssertionError(f"{name} is not found")
        database.write_bytes(whole)
    print(f"records: {len(CHANGES)} changes, all found")


def cut_back(outcome: Outcome, earlier: pathlib.Path) -> None:
    """The records of an earlier state with the newest head; then all of the earlier state against a head from elsewhere."""
    evidence = outcome.pilot.evidence
    whole = {name: (evidence / name).read_bytes() for name in ("evidence.db", "head.json")}
    head = [line.split()[1] for line in outcome.call("verify").stdout.splitlines() if line.strip().startswith("head")][0]
    shutil.copy(earlier / "evidence.db", evidence / "evidence.db")
    if outcome.verifies():
        raise AssertionError("records cut back under a newer head.json are not found")
    shutil.copy(earlier / "head.json", evidence / "head.json")
    if not outcome.verifies() or outcome.call("verify", "--head", head).returncode != 1:
        raise AssertionError("a store cut back whole is not found by a head from elsewhere")
    for name, content in whole.items():
        (evidence / name).write_bytes(content)
    print("cut back: found by head.json, and by a head from elsewhere")


def prepare(folder: pathlib.Path, program: str) -> small_pilot.SmallPilot:
    """A pilot that was run, and beside it its evidence as it was after the first stage."""
    pilot = small_pilot.make(folder, program=program, items=60)
    earlier = folder / "earlier.evidence"
    if earlier.exists():
        return pilot
    for words in (("seal",), ("run", "--stage", "device"), ("run",)):
        done = pilot.run(*words)
        if done.returncode not in CODES:
            raise AssertionError(f"{words} exited with {done.returncode}\n{done.stderr}")
        if words[-1] == "device":
            shutil.copytree(pilot.evidence, earlier)
    if not (pilot.evidence / "artifacts").is_dir():
        raise AssertionError("the pilot has no artifacts to damage: does this Python have torch? ./run test makes build/venv")
    return pilot


def sweep(folder: pathlib.Path, options) -> None:
    pilot = prepare(folder, options.program)
    outcome = Outcome(pilot)
    expected = outcome.results()
    if not outcome.verifies() or outcome.results() != expected:
        raise AssertionError("the undamaged store does not verify, or does not give the same twice")
    change_records(outcome)
    cut_back(outcome, folder / "earlier.evidence")
    files = [path for path in sorted(pilot.evidence.rglob("*")) if path.is_file()]
    for file in files:
        if file.name == "lock" or file.name.startswith("report."):
            continue
        step = min(options.step, 10) if file.name == "head.json" else options.step
        found, harmless = flip_bytes(outcome, file, step, options.tail if file.name == "evidence.db" else 0, expected)
        print(f"{file.relative_to(pilot.evidence)}: {found + harmless} bytes changed, {found} found, {harmless} changed nothing", flush=True)
    if not outcome.verifies() or outcome.results() != expected:
        raise AssertionError("the store is not what it was after all damage was undone")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--step", type=int, default=1000)
    parser.add_argument("--tail", type=int, default=4096)
    parser.add_argument("--program", default="build/release/pilotage")
    parser.add_argument("--folder", type=pathlib.Path)
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        sweep(options.folder.resolve(), options)
    else:
        with tempfile.TemporaryDirectory() as folder:
            sweep(pathlib.Path(folder), options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
