# SPDX-License-Identifier: Apache-2.0
"""A whole pilot of a few seconds for tests: the entries of tests/entries on a small control sample."""
import dataclasses
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

PLATFORM = """
[platform.{name}]
role = "{role}"
profile = "cpu"
device = "cpu"
precision = "{precision}"
entry = "{entry}"
python = "{python}"
threads = 1
options = {options}
"""

PLAN = """
[pilot]
name = "small"
question = "Does the small pilot hold?"
{pilot_keys}
{platforms}
[[workload]]
name = "find"
kind = "embed"
entry = "good.py"
data = "data.jsonl"
prepare = ["{python}", "make_data.py", "{items}", "7", "data.jsonl"]
batch = 64
score = {{ kind = "retrieval", query = "query", text = "text", k = 10 }}
timed_items = 64
timed_runs = {timed_runs}

[[criterion]]
id = "recall"
workload = "find"
metric = "retrieval.recall_at_10"
statistic = "share"
rule = "non_inferior"
margin = "0.05 abs"
expected_flips = 0.02

[[criterion]]
id = "flips"
workload = "find"
metric = "flip_rate"
statistic = "share"
rule = "at_most"
limit = 0.05
expected_flips = 0.01

[[criterion]]
id = "cosine"
workload = "find"
metric = "embedding.cosine"
statistic = "min"
rule = "at_least"
limit = 0.99
gate = "numeric"
{more}
"""


@dataclasses.dataclass
class SmallPilot:
    folder: pathlib.Path
    program: pathlib.Path

    @property
    def plan(self) -> pathlib.Path:
        return self.folder / "pilot.toml"

    @property
    def evidence(self) -> pathlib.Path:
        return self.folder / "pilot.evidence"

    def command(self, *words: str) -> list[str]:
        """`run`, `seal`, … followed by the plan and the rest."""
        return [str(self.program), words[0], str(self.plan), *words[1:]]

    def run(self, *words: str, **options) -> subprocess.CompletedProcess:
        return subprocess.run(self.command(*words), cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300, **options)


def make(folder: pathlib.Path, program="build/release/pilotage", candidates=None, items=300, timed_runs=1, more="", pilot_keys=""):
    """`candidates`: name -> (entry, precision, options as TOML). The reference is good.py in fp32."""
    for name in (ROOT / "tests" / "entries").glob("*.py"):
        shutil.copy(name, folder)
    platforms = PLATFORM.format(name="ref", role="reference", precision="fp32", entry="good.py", options="{}",
                                python=sys.executable)
    for name, (entry, precision, options) in (candidates or {"cand": ("good.py", "bf16", "{}")}).items():
        platforms += PLATFORM.format(name=name, role="candidate", precision=precision, entry=entry, options=options,
                                     python=sys.executable)
    plan = PLAN.format(platforms=platforms, python=sys.executable, items=items, timed_runs=timed_runs, more=more, pilot_keys=pilot_keys)
    (folder / "pilot.toml").write_text(plan)
    return SmallPilot(folder, ROOT / program)


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))
