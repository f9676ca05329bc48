# SPDX-License-Identifier: Apache-2.0
"""Writes protocol messages: one JSON object a line, artifacts as raw bytes behind theirs.

`hello` is always first: what was found until then is collected in `found`, and the first other message sends it. So
an error before the measurement is still a well-formed conversation.
"""
from __future__ import annotations

import hashlib
import json
import os
import time
from typing import Iterable

from . import PROTOCOL, VERSION

PROGRESS_INTERVAL_NS = 500_000_000  # often enough for a person, rare enough not to disturb what is measured


class Messages:
    """One conversation. Not for use by several threads."""

    def __init__(self, descriptor: int, probe: str):
        self.found: dict = {}
        self._descriptor = descriptor
        self._probe = probe
        self._greeted = False
        self._last_progress_ns = 0

    def hello(self) -> None:
        if self._greeted:
            return
        self._greeted = True
        self._line({"type": "hello", "protocol": PROTOCOL, "probe": self._probe, "version": VERSION,
                    "found": self.found})

    def progress(self, done: int, total: int, text: str) -> None:
        now = time.monotonic_ns()
        if done < total and now - self._last_progress_ns < PROGRESS_INTERVAL_NS:
            return
        self._last_progress_ns = now
        self._send({"type": "progress", "done": done, "total": total, "text": text})

    def observation(self, metric: str, value: float, unit: str, run: int) -> None:
        self._send({"type": "observation", "metric": metric, "value": value, "unit": unit, "run": run})

    def series(self, metric: str, values: list, unit: str, run: int) -> None:
        self._send({"type": "series", "metric": metric, "unit": unit, "values": values, "run": run})

    def finding(self, rule: str, kind: str, text: str, blocking: bool) -> None:
        self._send({"type": "finding", "rule": rule, "class": kind, "text": text, "blocking": blocking})

    def log(self, level: str, text: str) -> None:
        self._send({"type": "log", "level": level, "text": text})

    def artifact(self, name: str, media: str, parts: Iterable) -> None:
        """Sends the bytes-like `parts`, one after the other, as one artifact."""
        parts = list(parts)
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part)
        size = sum(len(part) for part in parts)
        self._send({"type": "artifact", "name": name, "media": media, "bytes": size, "sha256": digest.hexdigest()})
        for part in parts:
            self._write(part)

    def done(self) -> None:
        self._send({"type": "done"})

    def error(self, code: str, message: str, hint: str = "") -> None:
        self._send({"type": "error", "code": code, "message": message, **({"hint": hint} if hint else {})})

    def _send(self, message: dict) -> None:
        self.hello()
        self._line(message)

    def _line(self, message: dict) -> None:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        self._write(text.encode("utf-8", "replace") + b"\n")

    def _write(self, data) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view):]
