# SPDX-License-Identifier: Apache-2.0
"""What a target starts from beside its text seeds: binary files, made when it runs since the repository holds none, and
words that random changes would not find."""

import hashlib
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


def conversation(pieces, *messages, end=b""):
    """A probe's output behind the byte that says how it arrives; bytes among the messages follow as they are."""
    lines = (one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in messages)
    return bytes([pieces]) + b"".join(lines) + end


def protocol():
    hello = {"type": "hello", "protocol": 1, "probe": "p", "version": "1", "found": {"cores": 2, "names": ["a"]}}
    number = {"type": "observation", "metric": "gemm.bf16.flops", "value": 1.5e12, "unit": "FLOP/s", "item": "512", "run": 1}
    series = {"type": "series", "metric": "latency", "unit": "s", "values": [0.5, 1, -2e-3], "items": ["a", "b", "c"]}
    finding = {"type": "finding", "rule": "r.one", "class": "device change", "text": "t", "place": "p", "blocking": True}
    progress = {"type": "progress", "done": 1, "total": 2, "text": "half"}
    artifact = {"type": "artifact", "name": "out", "media": "text/plain", "bytes": 4, "sha256": "0" * 64}
    log = {"type": "log", "level": "warning", "text": "words"}
    error = {"type": "error", "code": "device", "message": "none there", "hint": "look"}
    done = {"type": "done"}
    yield conversation(6, hello, number, series, progress, finding, log, done)
    yield conversation(200, hello, artifact, b"a\nbc", artifact | {"bytes": 0}, done, number)
    yield conversation(3, hello, artifact | {"sha256": "f" * 64}, b"abcd", done)
    yield conversation(130, number, {"type": "other"}, b"not json\n", b"\n", hello, hello, series | {"unit": "ms"}, series)
    yield conversation(0, hello | {"protocol": 2}, done)
    yield conversation(9, hello, error)
    yield conversation(40, hello, artifact, b"ab")
    yield conversation(40, hello, *[number | {"metric": f"m{i}"} for i in range(9)], done)
    yield conversation(40, hello, series | {"values": [1] * 70, "items": [str(i) for i in range(70)]}, done)


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def record_lines(attempt, kind, content):
    """A record as it stands in a bundle: an observation on one line, anything else with its body on a second."""
    if kind == 4:
        return canonical({"attempt": attempt, "kind": 4, **content}) + b"\n"
    return canonical({"attempt": attempt, "kind": kind}) + b"\n" + canonical(content) + b"\n"


def record_hash(previous, sequence, attempt, kind, content):
    """docs/evidence-format.md, "The hash"."""
    seen = content if kind == 4 else {}
    texts = [seen.get(key, "").encode() for key in ("metric", "unit", "item")] + [b"" if kind == 4 else canonical(content)]
    numbers = struct.pack("<qqqqd", sequence, attempt, kind, seen.get("run", 0), seen.get("value", 0.0))
    lengths = struct.pack("<qqqq", *map(len, texts))
    return hashlib.sha256(previous + numbers + lengths + b"".join(texts)).digest()


def head_of(records):
    digest = bytes(32)
    for place, record in enumerate(records):
        digest = record_hash(digest, place + 1, *record)
    return {"hash": digest.hex(), "sequence": len(records)}


def bundle_file(first, records, artifacts=()):
    """records: (attempt, kind, content) each; artifacts: their bytes."""
    named = sorted((hashlib.sha256(one).hexdigest(), one) for one in artifacts)
    header = {"artifacts": len(named), "artifact_bytes": sum(map(len, artifacts)), "head": head_of(records)}
    text = canonical(header | {"format": "pilotage-bundle", "version": 1}) + b"\n"
    text += b"".join(record_lines(*record) for record in records)
    text += b"".join(canonical({"artifact": digest, "bytes": len(one)}) + b"\n" + one + b"\n" for digest, one in named)
    return bytes([first]) + text + b'{"end":true}\n'


def attempt_records(number, artifacts=()):
    texts = {key: "t" for key in ("against", "environment_lock", "key", "platform", "probe", "seal", "stage", "started")}
    case = texts | {"workload": "search", "run": 0, "shared": {"items": 3}, "own": {}, "request": {}, "origin": ["a"]}
    seen = {"item": "q0", "metric": "latency.batch", "run": 1, "unit": "s", "value": 0.25}
    yield number, 2, case
    yield number, 3, {"version": "1"}
    yield number, 4, seen
    yield number, 4, seen | {"item": "\u00e9\u20ac\U0001f600", "metric": "b", "value": 0}
    for one in artifacts:
        named = {"name": "n", "media": "text/plain", "sha256": hashlib.sha256(one).hexdigest(), "bytes": len(one)}
        yield number, 7, named
    yield number, 8, {"seconds": 1.5, "counts": {"latency.batch": 1, "b": 1}}


def bundle():
    artifacts = [b"raw\nbytes", b""]
    whole = list(attempt_records(1, artifacts))
    notes = [(0, 1, {"digest": "d"}), (0, 10, {"reason": "r"}), (0, 13, {"reason": "budget"})]
    inner = [(3 + attempt if attempt else 0, kind, content) for attempt, kind, content in attempt_records(1)]
    imported = [(0, 6, {"text": "x"}), (0, 11, {"code": "c"}), (0, 12, {"head": head_of(list(attempt_records(1)))})]
    for first in (5, 133):
        yield bundle_file(first, [])
        yield bundle_file(first, notes)
        yield bundle_file(first, whole, artifacts)
        yield bundle_file(first, imported + inner)
    yield bundle_file(133, whole[:-1] + [(1, 9, {"seconds": 2, "counts": {"b": 1, "latency.batch": 1}, "code": "crashed"})])


def words_of_page(page):
    """What a page of docs/ sets as code: keys, words and values of a format."""
    return sorted(set(re.findall(r"`([^`\n]{1,40})`", (ROOT / "docs" / page).read_text())))


PROFILE_HEAD = b'[default]\nsource = "s"\ndate = "2026-11-30"\nconfidence = "official"\n'
PROFILE_TABLE = b"| Operator | Status | dtypes | CPU fallback | Note |\n|---|---|---|---|---|\n| aten::add | yes | fp32 | no | n |\n"


def profile():
    """Behind the byte that says which file it is: the shipped files, each cut to a few kB, then a table and a result."""
    order = ["profile", "releases", "chips", "operators", "features", "collectives", "wheels", "tools", "errors", "defects"]
    for place, name in enumerate(order):
        for path in sorted((ROOT / "profiles").glob(f"*/{name}.toml")):
            text = path.read_bytes()
            end = text.rfind(b"\n[[", 0, 3000) if len(text) > 3000 else len(text)
            yield bytes([place]) + text[:end]
    yield bytes([10]) + PROFILE_HEAD + b'[[feature]]\nid = "a"\nname = "fft"\neager = "no"\nsince = "2.1"\n'
    yield bytes([11]) + PROFILE_HEAD + b'[[operator]]\noverloads = ["aten::add"]\ncompiled = "yes"\ndtypes_not = "int64"\n'
    yield bytes([12]) + PROFILE_TABLE
    rows = {"operator": [{"overloads": ["aten::sort"], "eager": "fallback"}], "tool": [{"name": "t", "command": "c"}]}
    yield bytes([13]) + json.dumps(rows | {"profile": "p", "date": "2026-11-30"}).encode()


LANGUAGES = "python notebook cuda shell docker cmake make requirements toml yaml json ini markdown".split()


def scan():
    """The examples of the shipped rules, each behind the byte of its language."""
    text = (ROOT / "profiles/nvidia-cuda/rules.toml").read_text()
    for language, code in re.findall(r"\{ (\w+) = '+\n?(.*?)'+ \}", text, re.DOTALL):
        yield bytes([LANGUAGES.index(language)]) + code.encode()
    cells = [{"cell_type": "code", "source": ["!pip install cuda\n", "x.to('cuda')"]}, {"source": "cuda", "cell_type": "code"}]
    yield bytes([LANGUAGES.index("notebook")]) + json.dumps({"cells": cells}, indent=1).encode()


BINARY = {"bundle": bundle, "profile": profile, "protocol": protocol, "safetensors": safetensors, "scan": scan}
WORDS = {
    "bundle": lambda: words_of_page("evidence-format.md") + ['"kind":', '"attempt":', '"value":', '{"end":true}\n'],
    "json": lambda: ["true", "false", "null", "1e308", "-0.0", "9223372036854775807", "\\u0000", "\\ud83d\\ude00", "é"],
    "safetensors": lambda: [f'"{dtype}"' for dtype in SIZES]
    + ['"__metadata__":{}', '"dtype":', '"shape":', '"data_offsets":', "[0,4]", "9223372036854775807"],
    "plan": lambda: words_of_page("plan.md"),
    "profile": lambda: words_of_page("profile-format.md") + ["[[", "]]\n", ' = "', "aten::"],
    "scan": lambda: ["cuda", "import ", "def ", "class ", "\"\"\"", "f\"{", "#if 0\n", "#endif\n", "<<<", ">>>", "<<END\n", "- ", ": |\n"],
    "protocol": lambda: words_of_page("probe-protocol.md") + ['"type":"', '"run":0', "\n", "0" * 64],
}


def dictionary(target):
    """The words in libFuzzer's own notation."""
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in WORDS.get(target, list)())
    return "".join(f'"{word}"\n' for word in escaped)
