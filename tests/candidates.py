# SPDX-License-Identifier: Apache-2.0
"""What a whole pilot says of candidates that are right, wrong or no evidence at all.

The reference against itself passes; shuffled answers fail; constant, empty and NaN answers and copied timings are refused,
each under its code; a margin that the sample cannot show is inconclusive and names the n that could.
"""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_pilot  # noqa: E402

CANDIDATES = {name: (f"{name}.py", "fp32", "{}") for name in ("shuffled", "constant", "nan")}
CANDIDATES["empty"] = ("empty.py", "fp32", '{ axis = "columns" }')
CANDIDATES["itself"] = ("good.py", "fp32", "{}")

SPEED = """
[[criterion]]
id = "speed"
workload = "find"
metric = "throughput.items"
rule = "ratio_at_least"
limit = 0.5
gate = "latency"
"""


def verdict_of(folder: pathlib.Path, **options) -> dict:
    pilot = small_pilot.make(folder, **options)
    sealed = pilot.run("seal")
    assert sealed.returncode == 0, sealed.stderr
    done = pilot.run("run", "--json")
    assert done.returncode in (0, 1, 4), done.stderr
    verified = pilot.run("verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return json.loads(done.stdout)


def by_candidate(result: dict) -> dict:
    return {one["candidate"]: one for one in result["verdict"]["candidates"]}


def judgement(candidate: dict, criterion: str) -> dict:
    return next(one for one in candidate["judgements"] if one["criterion"] == criterion)


def codes(candidate: dict) -> set:
    return {refusal["code"] for one in candidate["judgements"] for refusal in one["refusals"]}


def check_wrong_entries() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        result = verdict_of(pathlib.Path(scratch), candidates=CANDIDATES)
    found = by_candidate(result)
    assert found["itself"]["decision"] == "GO", found["itself"]
    assert found["shuffled"]["decision"] == "NO GO", found["shuffled"]
    assert judgement(found["shuffled"], "recall")["outcome"] == "FAIL", found["shuffled"]
    for name, code in (("constant", "constant"), ("nan", "not_finite"), ("empty", "empty")):
        assert found[name]["decision"] == "INSUFFICIENT EVIDENCE", found[name]
        assert code in codes(found[name]), (name, codes(found[name]))
        assert all(one["outcome"] != "PASS" for one in found[name]["judgements"]), found[name]
    assert result["exit_code"] == 1, result["exit_code"]


def check_reference_against_itself() -> None:
    """Two real runs of the reference, with another number of threads."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        small_pilot.make(folder, candidates={"itself": ("good.py", "fp32", "{}")}, timed_runs=5, more=SPEED)
        plan = folder / "pilot.toml"
        head, tail = plan.read_text().split("[platform.itself]")
        plan.write_text(head + "[platform.itself]" + tail.replace("threads = 1", "threads = 2", 1))
        pilot = small_pilot.SmallPilot(folder, small_pilot.ROOT / "build/release/pilotage")
        assert pilot.run("seal").returncode == 0
        result = json.loads(pilot.run("run", "--json").stdout)
    found = by_candidate(result)["itself"]
    for criterion in ("recall", "flips", "cosine"):
        assert judgement(found, criterion)["outcome"] == "PASS", found


def check_tight_margin() -> None:
    """A margin below what the sample can show: inconclusive, with the n that could decide."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        small_pilot.make(folder)
        plan = folder / "pilot.toml"
        plan.write_text(plan.read_text().replace('margin = "0.05 abs"', 'margin = "0.001 abs"\naccept_underpowered = "to see what is said"'))
        pilot = small_pilot.SmallPilot(folder, small_pilot.ROOT / "build/release/pilotage")
        assert pilot.run("seal").returncode == 0
        result = json.loads(pilot.run("run", "--json").stdout)
    recall = judgement(by_candidate(result)["cand"], "recall")
    assert recall["outcome"] == "INCONCLUSIVE", recall
    assert any(character.isdigit() for character in recall["would_change"]), recall


def main() -> int:
    failed = 0
    for test in (check_wrong_entries, check_reference_against_itself, check_tight_margin):
        try:
            test()
            print(f"   {test.__name__}: passed", flush=True)
        except (AssertionError, KeyError, StopIteration, ValueError) as error:
            failed += 1
            print(f"   {test.__name__}: FAILED: {type(error).__name__}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
