# SPDX-License-Identifier: Apache-2.0
"""Reads and checks the one request that a probe gets. What is not understood is refused, never ignored."""
from __future__ import annotations

import json
import os

from . import PROTOCOL

MAX_LINE = 16 * 1024 * 1024  # a request is small; a longer line is a mistake, not a request
MEMBERS = {"protocol": int, "probe": str, "device": str, "parameters": dict, "environment": dict}


class BadRequest(Exception):
    """A request that cannot be served; `code` is that of the protocol's `error` message."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


def read_line(descriptor: int) -> bytes:
    """The first line, without reading past it more than a pipe's worth; what follows it is of no interest."""
    line = b""
    while b"\n" not in line and len(line) <= MAX_LINE:
        piece = read_piece(descriptor)
        if not piece:
            break
        line += piece
    return line.partition(b"\n")[0]


def read_piece(descriptor: int) -> bytes:
    """What is there, or nothing at the end. A terminal that hangs up or a closed descriptor is an end as well."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def json_object(text: bytes) -> dict:
    """Strict JSON: no NaN, no repeated member. Raises ValueError."""
    try:
        value = json.loads(text.decode("utf-8"), parse_constant=refuse_constant, object_pairs_hook=without_repeats)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def refuse_constant(name: str):
    raise ValueError(f"{name} is no JSON")


def without_repeats(pairs: list) -> dict:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member is there twice")
    return value


def parse(line: bytes) -> dict:
    """The request as an object with all its members, or BadRequest."""
    try:
        value = json_object(line)
    except ValueError as why:
        raise BadRequest("request", f"the first line of standard input is not one JSON object: {why}") from None
    if value.get("protocol") != PROTOCOL or isinstance(value.get("protocol"), bool):
        raise BadRequest("protocol", f"this probe speaks protocol {PROTOCOL}, not \"{value.get('protocol')}\"")
    for name, kind in MEMBERS.items():
        check_member(value, name, kind)
    for name in value.keys() - MEMBERS.keys():
        raise BadRequest("request", f'unknown member "{name}"; known are {", ".join(MEMBERS)}')
    return value


def check_member(value: dict, name: str, kind: type) -> None:
    if name not in value and kind is dict:
        value[name] = {}
    if not isinstance(value.get(name), kind):
        raise BadRequest("request", f'member "{name}" is missing or not of type {kind.__name__}')


def environment_of(line: bytes) -> dict:
    """The variables that the request wants set; texts only, under names that a process can have."""
    environment = parse(line)["environment"]
    for name, text in environment.items():
        if not isinstance(text, str) or "\0" in name + text or "=" in name or not name:
            raise BadRequest("request", f'environment variable "{name}" is not a text under a valid name')
    return environment
