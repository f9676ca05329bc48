# SPDX-License-Identifier: Apache-2.0
"""What a target starts from beside its text seeds: binary files, made when it runs since the repository holds none, and
words that random changes would not find."""

import json
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

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


def words_of_page(page):
    """What a page of docs/ sets as code: keys, words and values of a format."""
    return sorted(set(re.findall(r"`([^`\n]{1,40})`", (ROOT / "docs" / page).read_text())))


BINARY = {"safetensors": safetensors}
WORDS = {
    "json": lambda: ["true", "false", "null", "1e308", "-0.0", "9223372036854775807", "\\u0000", "\\ud83d\\ude00", "é"],
    "safetensors": lambda: [f'"{dtype}"' for dtype in SIZES]
    + ['"__metadata__":{}', '"dtype":', '"shape":', '"data_offsets":', "[0,4]", "9223372036854775807"],
    "plan": lambda: words_of_page("plan.md"),
}


def dictionary(target):
    """The words in libFuzzer's own notation."""
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in WORDS.get(target, list)())
    return "".join(f'"{word}"\n' for word in escaped)
