# SPDX-License-Identifier: Apache-2.0
"""Holds the probes gemm and memory against programs that are not ours, in one go and in turns.

    python3 bench/compare.py [--size 2048] [--rounds 5] [--threads N] [--mib M] [--release build/release]

Peers: bench_gemm_peer (plain oneDNN with a packed right factor), torch.matmul where this interpreter has torch, and
stress-ng --stream where it is installed. Prints the median of each and the ratio ours / peer, the median over the rounds. The bar is 0.95.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

FORMATS = ("fp32", "bf16", "int8")
TORCH = """
import sys, time, torch
form, n, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
kind = torch.float32 if form == "fp32" else torch.bfloat16
a, b = torch.ones(n, n, dtype=kind), torch.ones(n, n, dtype=kind)
begin = time.perf_counter()
while time.perf_counter() - begin < 0.2: torch.matmul(a, b)
for _ in range(runs):
    start = time.perf_counter(); torch.matmul(a, b); print(2 * n**3 / (time.perf_counter() - start))
"""


def output(command, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def observations(pilotage, probe, parameters):
    lines = output([pilotage, "probe", "run", probe, "--parameters", json.dumps(parameters)], parameters["threads"])
    return [m for m in map(json.loads, lines.splitlines()) if m["type"] == "observation"]


def numbers(text):
    return [float(line) for line in text.split()]


def ours_gemm(options, form):
    parameters = {"sizes": [options.size], "formats": [form], "repeats": options.runs, "threads": options.threads}
    return [m["value"] for m in observations(options.pilotage, "gemm", parameters) if m["metric"].endswith(".flops")]


def plain_gemm(options, form):
    return numbers(output([options.peer, form, str(options.size), str(options.runs)], options.threads))


def torch_gemm(options, form):
    return numbers(output([sys.executable, "-c", TORCH, form, str(options.size), str(options.runs)], options.threads))


def ours_memory(options):
    """All four loops together, as stress-ng reports them: ten words an element by the time of a whole round."""
    parameters = {"mib": options.mib, "threads": options.threads, "repeats": options.runs}
    found = observations(options.pilotage, "memory", parameters)
    rounds = {}
    for m in found:
        if m["metric"].endswith(".bandwidth"):
            words = 2 if m["metric"].split(".")[1] in ("copy", "scale") else 3
            rounds[m["run"]] = rounds.get(m["run"], 0) + words / m["value"]
    return [10 / seconds for seconds in rounds.values()]


def stress_memory(options):
    """Read and written bytes a second of every instance together. In version 0.15 each array is twice the size given, and
    what is called MB is 2^20 bytes: its Mflop/s tell the elements, four operations each."""
    command = ["stress-ng", "--stream", str(options.threads), "--timeout", "10", "--verbose",
               "--stream-l3-size", f"{options.mib // options.threads // 2}m"]
    text = subprocess.run(command, check=True, capture_output=True, text=True)
    rates = re.findall(r"memory rate: ([\d.]+) MB read/sec, ([\d.]+) MB write/sec", text.stdout + text.stderr)
    if not rates:
        sys.exit("stress-ng told no rate: its time was too short, or another version words it otherwise")
    # Where only some instances tell theirs, the others, which run at the same time, are taken to be like them.
    per_instance = statistics.mean(float(read) + float(write) for read, write in rates)
    return [per_instance * options.threads * 2**20]


def compare(name, programs, rounds, bar_for):
    """Each round runs every program once, in another order each time; a ratio is the median of the rounds' own ratios, since
    a machine that is shared changes its speed more between rounds than within one."""
    values = {who: [] for who in programs}
    order = list(programs)
    for _ in range(rounds):
        for who in order:
            values[who].append(statistics.median(programs[who]()))
        order = order[1:] + order[:1]
    shown = "  ".join(f"{who} {statistics.median(of) / 1e9:8.1f}" for who, of in values.items())
    ratio = {who: statistics.median(a / b for a, b in zip(values["ours"], of)) for who, of in values.items() if who != "ours"}
    print(f"{name:6} {shown}   " + "  ".join(f"ours/{who} {of:.3f}" for who, of in ratio.items()), flush=True)
    return ratio[bar_for] >= 0.95


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--mib", type=int, default=400)
    parser.add_argument("--release", default="build/release")
    options = parser.parse_args()
    options.pilotage = os.path.join(options.release, "pilotage")
    options.peer = os.path.join(options.release, "bench_gemm_peer")
    has_torch = subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode == 0
    good = True
    print(f"G(FL)OP/s of {options.size}^3 and GB/s, medians, {options.threads} threads")
    for form in FORMATS:
        programs = {"ours": lambda form=form: ours_gemm(options, form), "plain": lambda form=form: plain_gemm(options, form)}
        if has_torch and form != "int8":
            programs["torch"] = lambda form=form: torch_gemm(options, form)
        good &= compare(form, programs, options.rounds, "plain")
    if shutil.which("stress-ng"):
        programs = {"ours": lambda: ours_memory(options), "stress-ng": lambda: stress_memory(options)}
        good &= compare("stream", programs, options.rounds, "stress-ng")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
