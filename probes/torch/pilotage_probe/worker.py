# SPDX-License-Identifier: Apache-2.0
"""The process that measures: reads its request from the guardian, runs the probe named in it, speaks the protocol."""
from __future__ import annotations

import faulthandler
import gc
import importlib
import os
import sys

from . import request
from .failure import Failure, foreign
from .messages import Messages


def main() -> None:
    faulthandler.enable()
    gc.disable()  # importing torch and its like makes objects by the million that all stay: a tenth of the start
    asked = request.parse(request.read_line(0))
    messages = Messages(take_standard_streams(), asked["probe"])
    try:
        probe_named(asked["probe"])(asked["device"], asked["parameters"], messages)
        messages.done()
    except Failure as failure:
        leave_with(messages, failure)
    except Exception as error:  # a mistake of the probe itself must still be a well-formed answer
        leave_with(messages, foreign("probe_failed", "the probe failed", error))
    leave(0)


def take_standard_streams() -> int:
    """Keeps the protocol's channel for the probe alone: what libraries print goes to standard error, and they read
    nothing."""
    channel = os.dup(1)
    os.dup2(2, 1)
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)  # the lowest free descriptor: 0
    return channel


PROBES = {"torch.env": "env", "torch.run": "run"}  # name -> module with its function `probe`


def probe_named(name: str):
    """The probe's function. Imported late: torch takes seconds, and an unknown name needs none of it."""
    if name not in PROBES:
        raise Failure("probe", f'unknown probe "{name}"; known are {", ".join(PROBES)}')
    try:
        importlib.import_module("torch")
    except Exception as error:  # not there, or a library or backend that it loads is broken
        hint = "name an interpreter that has torch as the platform's \"python\" in the plan; no new seal is needed"
        raise foreign("torch_missing", f"torch cannot be imported by {sys.executable}", error, hint) from None
    return importlib.import_module(f".{PROBES[name]}", __package__).probe


def leave_with(messages: Messages, failure: Failure) -> None:
    messages.error(failure.code, str(failure), failure.hint)
    leave(1)


def leave(status: int) -> None:
    """Ends without tearing libraries down: all was said, and some backends hang or crash in their exit handlers."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
