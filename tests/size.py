#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the code to its size limits (CONTRIBUTING.md): functions of at most 7 lines in the median, at most 2 % of them
over 60 lines, no file over 500 lines. Lines are counted by lizard, from a function's first line to its last. The program
and its tests are held to them apart, so that neither hides the other. Returns 1 where a limit is broken."""

import pathlib
import statistics
import sys

import lizard

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "probes", "tests", "bench", "examples")
SUFFIXES = (".h", ".cc", ".cpp", ".py")
MEDIAN = 7
LONG = 60
LONG_SHARE = 0.02
FILE = 500


def source_files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and "build" not in path.parts:
                yield path


def is_test(path):
    return path.is_relative_to(ROOT / "tests") or "tests" in path.parts or path.stem.endswith("_test")


def functions_in(path):
    """(length, place) of each function."""
    found = lizard.analyze_file(str(path)).function_list
    return [(one.length, f"{path.relative_to(ROOT)}:{one.start_line}: {one.name}") for one in found]


def function_mistakes(group, functions):
    lengths = [length for length, _ in functions]
    median = statistics.median(lengths)
    over = sorted((one for one in functions if one[0] > LONG), reverse=True)
    share = len(over) / len(lengths)
    print(f"{group}: {len(lengths)} functions, median {median:g} lines, {100 * share:.2f} % over {LONG}, longest {max(lengths)}")
    for length, place in over:
        print(f"  {length} lines: {place}")
    if median > MEDIAN:
        yield f"{group}: the median function has {median:g} lines, more than {MEDIAN}"
    if share > LONG_SHARE:
        yield f"{group}: {100 * share:.2f} % of the functions have more than {LONG} lines, more than {100 * LONG_SHARE:g} %"


def file_mistakes(files):
    lengths = {path: len(path.read_text().splitlines()) for path in files}
    longest = max(lengths, key=lengths.get)
    print(f"{len(files)} files, {sum(lengths.values())} lines, longest {lengths[longest]} ({longest.relative_to(ROOT)})")
    for path, length in lengths.items():
        if length > FILE:
            yield f"{path.relative_to(ROOT)} has {length} lines, more than {FILE}"


def main():
    files = list(source_files())
    groups = {"program": [path for path in files if not is_test(path)], "tests": [path for path in files if is_test(path)]}
    mistakes = list(file_mistakes(files))
    for group, paths in groups.items():
        mistakes += function_mistakes(group, [one for path in paths for one in functions_in(path)])
    print("\n".join(mistakes) if mistakes else "all sizes are within their limits")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
