#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every include of ours follows the one-way arrows of docs/design.md, part 8, which is read here: the table
on that page is the only copy. Prints each include that does not, and returns 1 if there is one."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADING = "## 8. Parts and their one-way includes"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def rows_of(page):
    """The table's rows as (part, arrows column); a row may go on over several lines, its arrows stand on one of them."""
    block = page.split(HEADING, 1)[1].split("```", 2)[1]
    rows = []
    for line in block.strip("\n").splitlines():
        columns = re.split(r"\s{2,}", line.strip())
        if not line.startswith(" "):
            part, _, rest = line.partition(" ")
            columns = re.split(r"\s{2,}", rest.strip())
            rows.append([part, None])
        if len(columns) > 1:
            rows[-1][1] = columns[1]
    return rows


def allowed_by(page):
    """Part -> the set of parts that it may include, itself among them; the arrows are transitive."""
    allowed = {}
    for part, arrows in rows_of(page):
        if arrows is None:
            raise SystemExit(f'docs/design.md, part 8: "{part}" names no arrows')
        targets = set()
        for word in arrows.split(", "):
            if word in ("all", "the parts above"):
                targets |= set(allowed)
            elif word in allowed:
                targets.add(word)
            elif word != "includes nothing of ours":
                raise SystemExit(f'docs/design.md, part 8: "{part}" points at "{word}", which does not stand above it')
        allowed[part] = {part}.union(*(allowed[target] for target in targets))
    return allowed


def wrong_includes(allowed, files):
    """`files`: path below src/ -> text. Yields one sentence for each include that no arrow allows."""
    for path, text in sorted(files.items()):
        part = path.split("/")[0]
        if part not in allowed:
            yield f'src/{path}: "{part}" is no part of docs/design.md'
            continue
        for include in INCLUDE.findall(text):
            target = include.split("/")[0]
            if "/" not in include or target not in allowed:
                yield f'src/{path}: "{include}" does not start with the name of a part'
            elif target not in allowed[part]:
                yield f'src/{path}: {part} may not include {target} ("{include}")'


def check_the_check(allowed):
    """A check that finds nothing wrong in what is wrong would be none."""
    planted = {
        "base/a.cc": '#include "base/b.h"\n#include "format/c.h"\n',  # upwards
        "numerics/a.cc": '#include "base/b.h"\n  # include "quality/c.h"\n',  # sideways; base through format is right
        "judge/a.cc": '#include "stats/b.h"\n#include "report/c.h"\n#include "d.h"\n#include <report/e.h>\n',
        "somewhere/a.cc": "",
    }
    found = [line.split(":")[0] for line in wrong_includes(allowed, planted)]
    expected = ["src/base/a.cc", "src/judge/a.cc", "src/judge/a.cc", "src/numerics/a.cc", "src/somewhere/a.cc"]
    if found != expected:
        raise SystemExit(f"tests/arrows.py misses planted mistakes: found {found}")


def main():
    allowed = allowed_by((ROOT / "docs/design.md").read_text())
    check_the_check(allowed)
    source = ROOT / "src"
    files = {
        str(path.relative_to(source)): path.read_text() for path in source.rglob("*") if path.suffix in (".h", ".cc")
    }
    wrong = list(wrong_includes(allowed, files))
    print("\n".join(wrong + [f"arrows: {len(files)} files, {len(wrong)} wrong includes"]))
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
