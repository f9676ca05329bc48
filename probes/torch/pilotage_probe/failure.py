# SPDX-License-Identifier: Apache-2.0
"""The one exception of the probe: something that keeps it from measuring, as it will stand in `error`."""
from __future__ import annotations

import traceback


class Failure(Exception):
    """`code` is stable and documented in probes/torch/README.md; `hint` says what to do next."""

    def __init__(self, code: str, message: str, hint: str = ""):
        super().__init__(message)
        self.code = code
        self.hint = hint


TRACEBACK = "the traceback is in the standard error of the case"


def foreign(code: str, what: str, error: BaseException, hint: str = TRACEBACK) -> Failure:
    """A failure made of an exception of code that is not ours; its traceback goes to standard error."""
    traceback.print_exception(type(error), error, error.__traceback__)
    message = f"{what}: {type(error).__name__}: {error}"
    return Failure(code, message, hint)
