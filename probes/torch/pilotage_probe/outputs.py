# SPDX-License-Identifier: Apache-2.0
"""Joins what the entry returned batch by batch into whole outputs, one row or entry per item, and sends them.

Only the shape is checked here. NaN, constants and nonsense are passed on as they are: judging is not a probe's job.
"""
from __future__ import annotations

import json
import re
from typing import Dict, List, Union

import torch

from .failure import Failure
from .messages import Messages
from .tensorfile import parts

TENSORS, ITEMS = "outputs", "items"  # artifact names that the probe itself uses
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
Output = Union[torch.Tensor, list]


def checked(answer, expected: int) -> Dict[str, Output]:
    """The entry's answer for one batch of `expected` items, or a Failure that says what is wrong with it."""
    if not isinstance(answer, dict):
        raise Failure("entry_output", f"run returned {type(answer).__name__}, not a dict")
    if not answer:
        raise Failure("entry_output", "run returned an empty dict")
    for name, output in answer.items():
        check_output(name, output)
        rows = len(output) if isinstance(output, list) or output.dim() else 0
        if rows != expected:
            raise Failure("rows", f'output "{name}" has {rows} rows for {expected} items')
    return answer


def check_output(name, output) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in (TENSORS, ITEMS):
        raise Failure("entry_output", f'"{name}" cannot be the name of an output',
                      f"letters, digits, _ . and - can; {TENSORS} and {ITEMS} are taken")
    if not isinstance(output, (torch.Tensor, list)):
        raise Failure("entry_output", f'output "{name}" is of type {type(output).__name__}, not a tensor or list')


def on_host(answer: Dict[str, Output]) -> Dict[str, Output]:
    """A copy that later batches cannot overwrite."""
    return {name: output.detach().to("cpu", copy=True) if isinstance(output, torch.Tensor) else list(output)
            for name, output in answer.items()}


def joined(batches: List[Dict[str, Output]]) -> Dict[str, Output]:
    first = batches[0]
    for batch in batches:
        if batch.keys() != first.keys():
            raise Failure("entry_output", f"run returned {sorted(batch)} for one batch, {sorted(first)} for another")
    return {name: join(name, [batch[name] for batch in batches]) for name in first}


def join(name: str, pieces: list) -> Output:
    if all(isinstance(piece, list) for piece in pieces):
        return [entry for piece in pieces for entry in piece]
    kinds = {(str(piece.dtype), piece.shape[1:]) if isinstance(piece, torch.Tensor) else "list" for piece in pieces}
    if len(kinds) != 1:
        raise Failure("entry_output", f'output "{name}" has another type or row shape in some batches',
                      "pad rows to one length, or return lists")
    return torch.cat(pieces).contiguous()


def send(outputs: Dict[str, Output], items: List[dict], messages: Messages) -> None:
    tensors = {name: output for name, output in outputs.items() if isinstance(output, torch.Tensor)}
    if tensors:
        messages.artifact(TENSORS, "application/x-safetensors", parts(tensors))
    for name in sorted(outputs.keys() - tensors.keys()):
        messages.artifact(name, "application/json", [json_bytes(name, outputs[name])])
    messages.artifact(ITEMS, "application/json", [json_bytes(ITEMS, [item["id"] for item in items])])


def json_bytes(name: str, value: list) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8") + b"\n"
    except (TypeError, ValueError) as error:
        raise Failure("entry_output", f'the list "{name}" cannot be written as JSON: {error}') from None
