# SPDX-License-Identifier: Apache-2.0
"""Loads the workload's entry: the user's Python file with `load` and `run`."""
from __future__ import annotations

import hashlib
import os
import sys
import types

from . import data
from .failure import Failure, foreign
from .messages import Messages

KINDS = {"embed": ("load", "run")}  # kind -> the functions that its entry must offer
MODULE = "pilotage_entry"


def check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise Failure("kind", f'kind "{kind}" is not supported by this probe; supported: {", ".join(KINDS)}')


def load(path: str, content: bytes, kind: str) -> types.ModuleType:
    """The entry as a module, made of exactly the bytes that were digested. Files beside it can be imported."""
    module = types.ModuleType(MODULE)
    module.__file__ = os.path.abspath(path)
    sys.modules[MODULE] = module
    sys.path.insert(0, os.path.dirname(module.__file__))
    try:
        exec(compile(content, module.__file__, "exec"), module.__dict__)
    except BaseException as error:
        raise foreign("entry_failed", f'entry "{path}" cannot be loaded', error) from None
    for function in KINDS[kind]:
        if not callable(getattr(module, function, None)):
            raise Failure("entry_incomplete", f'entry "{path}" has no function "{function}"',
                          f'kind "{kind}" needs {" and ".join(KINDS[kind])}')
    return module


def call(function, what: str, *arguments):
    """Calls the entry; whatever it raises, SystemExit included, is its failure and not the probe's."""
    try:
        return function(*arguments)
    except BaseException as error:
        raise foreign("entry_failed", f"the entry's {what} failed", error) from None


def tell_files_beside(entry_path: str, messages: Messages) -> None:
    """The sealed digest covers the entry alone. What it imported from its own folder is named, for people."""
    folder = os.path.dirname(os.path.abspath(entry_path)) + os.sep
    for path in sorted(loaded_under(folder) - {os.path.abspath(entry_path)}):
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        messages.log("warning", f"the entry imported {path[len(folder):]}, SHA-256 {digest}; its own does not cover it")


def loaded_under(folder: str) -> set:
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {path for path in files if isinstance(path, str) and path.startswith(folder) and os.path.isfile(path)}
