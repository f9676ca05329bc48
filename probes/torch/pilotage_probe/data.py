# SPDX-License-Identifier: Apache-2.0
"""Reads the control sample: JSON lines, one object with a unique text `id` a line."""
from __future__ import annotations

import hashlib
from typing import List, Optional

from .failure import Failure
from .request import json_object


def read(path: str, what: str, digest: str) -> bytes:
    """The file's bytes if they are those that were sealed. Read once: what was digested is what is used."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise Failure(f"{what}_missing", f'{what} file "{path}" cannot be read: {error.strerror}') from None
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise Failure(f"other_{what}", f'{what} file "{path}" has SHA-256 {found}, but {digest} was asked for',
                      "this host has another version of the file than the one that was sealed")
    return content


def parse(content: bytes, path: str) -> List[dict]:
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    items = [parse_line(line, f"{path}:{number}") for number, line in enumerate(lines, 1)]
    if not items:
        raise Failure("data_empty", f'data file "{path}" has no items')
    refuse_repeated_ids(items, path)
    return items


def parse_line(line: bytes, place: str) -> dict:
    try:
        item = json_object(line)
    except ValueError as why:
        raise Failure("data_bad_line", f"{place}: not one JSON object: {why}") from None
    if not isinstance(item.get("id"), str) or not item["id"]:
        raise Failure("data_bad_line", f'{place}: no text "id"')
    return item


def refuse_repeated_ids(items: List[dict], path: str) -> None:
    first_line = {}
    for number, item in enumerate(items, 1):
        before = first_line.setdefault(item["id"], number)
        if before != number:
            raise Failure("duplicate_id", f'{path}:{number}: the id "{item["id"]}" is that of line {before} too')


def evenly(items: List[dict], count: Optional[int]) -> List[dict]:
    """`count` items at even distances, the first included; all of them for None. The same on every platform."""
    if count is None:
        return items
    if count > len(items):
        raise Failure("data_too_few", f"{count} items were asked for, the data has {len(items)}")
    return [items[position * len(items) // count] for position in range(count)]
