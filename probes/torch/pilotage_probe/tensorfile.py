# SPDX-License-Identifier: Apache-2.0
"""Writes the safetensors format: 8 bytes little-endian length, a JSON header, the tensors' bytes without gaps.

Source: the format's description in the README of github.com/huggingface/safetensors. Written here because the probe
needs torch and the standard library only. Same tensors, same bytes: nothing volatile goes into the header.
"""
from __future__ import annotations

import ctypes
import json
import sys
from typing import Dict, List

import torch

from .failure import Failure

ALIGNMENT = 8  # of the header's length, so that every tensor is aligned for its type
NAMES = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "int64": "I64", "int32": "I32",
         "int16": "I16", "int8": "I8", "uint64": "U64", "uint32": "U32", "uint16": "U16", "uint8": "U8", "bool": "BOOL",
         "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2"}


def type_name(tensor: torch.Tensor) -> str:
    name = NAMES.get(str(tensor.dtype).rpartition(".")[2])
    if name is None:
        raise Failure("entry_output", f"tensors of type {tensor.dtype} cannot be kept", "float32, for one, can")
    return name


def parts(tensors: Dict[str, torch.Tensor]) -> List:
    """The file as a list of bytes-like objects. The tensors lie in host memory and must outlive the list."""
    if sys.byteorder != "little":
        raise Failure("byte_order", "this host stores numbers big end first; the safetensors format does not")
    ordered = sorted(tensors.items(), key=lambda pair: (-pair[1].element_size(), pair[0]))  # widest first: all aligned
    header, offset = {}, 0
    for name, tensor in ordered:
        end = offset + tensor.numel() * tensor.element_size()
        header[name] = {"dtype": type_name(tensor), "shape": list(tensor.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    return [len(text).to_bytes(8, "little") + text] + [raw(tensor) for _, tensor in ordered]


def raw(tensor: torch.Tensor) -> memoryview:
    """The tensor's own memory as bytes. By address, since torch's own way needs numpy."""
    if not tensor.is_contiguous() or tensor.device.type != "cpu":
        raise AssertionError("only contiguous tensors in host memory have bytes to write")
    size = tensor.numel() * tensor.element_size()
    return memoryview((ctypes.c_ubyte * size).from_address(tensor.data_ptr())) if size else memoryview(b"")
