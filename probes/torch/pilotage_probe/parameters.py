# SPDX-License-Identifier: Apache-2.0
"""Checks a probe's parameters against a table of what it knows: name, check, what was meant, default."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Tuple

from .failure import Failure

REQUIRED = object()


class Parameter(NamedTuple):
    name: str
    valid: Callable[[Any], bool]
    meant: str
    default: Any = REQUIRED


def is_text(value) -> bool:
    return isinstance(value, str) and value != ""


def is_object(value) -> bool:
    return isinstance(value, dict)


def is_texts(value) -> bool:
    return isinstance(value, list) and all(is_text(one) for one in value)


def is_count_from(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_absent_or(valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or valid(value)


def is_digest(value) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def check(given: dict, known: Tuple[Parameter, ...]) -> dict:
    """All parameters with their values, defaults filled in; Failure `parameter` at the first that is wrong."""
    names = [parameter.name for parameter in known]
    for name in given:
        if name not in names:
            raise Failure("parameter", f'unknown parameter "{name}"; known are {", ".join(names) or "none"}')
    return {parameter.name: value_of(given, parameter) for parameter in known}


def value_of(given: dict, parameter: Parameter):
    value = given.get(parameter.name, parameter.default)
    if value is REQUIRED:
        raise Failure("parameter", f'parameter "{parameter.name}" is missing: {parameter.meant}')
    if not parameter.valid(value):
        raise Failure("parameter", f'parameter "{parameter.name}" is "{value}": {parameter.meant} is wanted')
    return value
