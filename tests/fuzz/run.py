#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds one fuzz target with clang (preset fuzz: address and undefined-behaviour sanitizers) and runs it:

    tests/fuzz/run.py safetensors --runs 1000000

Starts from the target's text seeds in tests/fuzz/corpus/ and the binary ones of seeds.py; what it finds stays under
build/fuzz/corpus/ for the next run. Prints inputs a second, libFuzzer's coverage, and how much of the target's own
source files the inputs reached. Returns 1 where an input broke something; libFuzzer names the file that holds it."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import seeds

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/fuzz"
# The files whose coverage says how far a target came; a name ending in "/" stands for all of that folder.
SOURCES = {
    "bundle": [f"src/evidence/{name}.cc" for name in ("bundle_read", "bundle_lines", "chain", "record", "structure")],
    "json": ["src/base/json.cc"],
    "plan": ["src/plan/", "src/base/toml.cc"],
    "profile": ["src/profile/", "src/base/toml.cc"],
    "protocol": ["src/probe/conversation.cc", "src/probe/framer.cc", "src/probe/message.cc"],
    "safetensors": ["src/format/safetensors.cc", "src/format/tensor.cc"],
    "scan": ["src/inventory/"],
}


def tool(name):
    """clang's tools carry their version in the name where no default is installed."""
    for candidate in [name] + [f"{name}-{version}" for version in range(30, 13, -1)]:
        if shutil.which(candidate):
            return candidate
    sys.exit(f"{name} is not installed: apt-get install clang llvm")


def build(target):
    compiler = tool("clang++")
    configure = ["cmake", "--preset", "fuzz", f"-DCMAKE_CXX_COMPILER={compiler}"]
    subprocess.run(configure, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "fuzz", "--target", f"fuzz_{target}"], cwd=ROOT, check=True)


def plant(target):
    """The working corpus, with all seeds in it."""
    corpus = BUILD / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in sorted((ROOT / "tests/fuzz/corpus" / target).glob("*")):
        shutil.copy(seed, corpus / seed.name)
    for number, content in enumerate(seeds.BINARY.get(target, list)()):
        (corpus / f"seed{number}").write_bytes(content)
    return corpus


def command_for(target, corpus, options):
    command = [str(BUILD / f"fuzz_{target}"), f"-runs={options.runs}", f"-seed={options.seed}", "-print_final_stats=1"]
    command += [f"-max_len={options.max_len}", "-timeout=10", f"-artifact_prefix={BUILD}/{target}-"]
    dictionary = BUILD / f"{target}.dict"
    dictionary.write_text(seeds.dictionary(target))
    return command + [f"-dict={dictionary}", str(corpus)]


def figure(pattern, text):
    found = re.findall(pattern, text)
    return found[-1] if found else "unknown"


def run(target, corpus, options):
    """The last lines of what libFuzzer said, and whether every input was clean."""
    log = BUILD / f"{target}.log"
    environment = os.environ | {"LLVM_PROFILE_FILE": str(BUILD / f"{target}.profraw")}
    with log.open("w") as out:
        done = subprocess.run(command_for(target, corpus, options), stderr=out, stdout=out, env=environment)
    return log.read_text(errors="replace"), done.returncode == 0


def source_coverage(target):
    profile = BUILD / f"{target}.profdata"
    subprocess.run([tool("llvm-profdata"), "merge", "-o", profile, BUILD / f"{target}.profraw"], check=True)
    report = [tool("llvm-cov"), "report", f"-instr-profile={profile}", BUILD / f"fuzz_{target}"]
    done = subprocess.run(report, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        columns = line.split()
        place = columns[0][columns[0].find("src/") :] if columns else ""
        if place.endswith(".cc") and any(place.startswith(source) for source in SOURCES[target]):
            yield f"  {place}: {columns[9]} of its lines, {columns[3]} of its regions"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=sorted(SOURCES))
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-len", type=int, default=4096, help="bytes of the longest input")
    options = parser.parse_args()
    build(options.target)
    text, clean = run(options.target, plant(options.target), options)
    if not clean:
        print(text[-6000:])
        return 1
    print(
        f"{options.target}: {figure(r'number_of_executed_units: *([0-9]+)', text)} inputs clean, "
        f"{figure(r'average_exec_per_sec: *([0-9]+)', text)} a second, "
        f"cov {figure(r' cov: ([0-9]+)', text)}, ft {figure(r' ft: ([0-9]+)', text)}, "
        f"corpus {figure(r' corp: ([0-9]+)', text)}"
    )
    print("\n".join(source_coverage(options.target)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
