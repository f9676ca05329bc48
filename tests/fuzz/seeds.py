# SPDX-License-Identifier: Apache-2.0
"""Seeds that are no text: made when a target runs, since the repository holds no binary files."""

import json
import struct

SIZES = {"BOOL": 1, "U8": 1, "I8": 1, "U16": 2, "I16": 2, "U32": 4, "I32": 4, "U64": 8, "I64": 8}
SIZES |= {"F8_E4M3": 1, "F8_E5M2": 1, "F16": 2, "BF16": 2, "F32": 4, "F64": 8}


def safetensors_file(tensors, metadata=None, rest=b""):
    """tensors: (name, dtype, shape) each."""
    header = {} if metadata is None else {"__metadata__": metadata}
    data = b""
    for name, dtype, shape in tensors:
        count = SIZES[dtype]
        for size in shape:
            count *= size
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + count]}
        data += bytes((7 * i + 1) % 2 if dtype == "BOOL" else (37 * i + 11) % 256 for i in range(count))
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + data + rest


def safetensors():
    yield safetensors_file([])
    yield safetensors_file([("a", "F32", [2, 3])], {"format": "pt"})
    yield safetensors_file([("s", "F64", []), ("none", "F16", [0, 8]), ("m", "BOOL", [3])])
    yield safetensors_file([(dtype, dtype, [2]) for dtype in SIZES])
    yield safetensors_file([("a", "U8", [1])], rest=b"x")
    yield safetensors_file([("a", "BF16", [2, 2])])[:-1]


BINARY = {"safetensors": safetensors}
