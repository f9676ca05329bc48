# SPDX-License-Identifier: Apache-2.0
"""Probe torch.run, as the runner meets it: whole conversations with a started probe."""
import json
import math

import torch
from safetensors.torch import load

from conftest import ENTRIES, ask, run_request, sha256


def ids(data):
    return [json.loads(line)["id"] for line in data.read_text().splitlines()]


def test_outputs_have_a_row_per_item_in_the_order_of_the_data(data):
    said = ask(run_request(ENTRIES / "good.py", data))
    tensors = load(said.artifacts["outputs"])
    assert {name: tuple(tensor.shape) for name, tensor in tensors.items()} == {"query": (40, 32), "text": (40, 32)}
    assert json.loads(said.artifacts["items"]) == ids(data)
    assert said.of("progress", done=40, total=40) and said.last == {"type": "done"} and said.status == 0
    assert said.of("observation", metric="memory.peak_rss")[0]["value"] > 50e6
    assert said.found["entry_sha256"] == sha256(ENTRIES / "good.py") and said.found["items"] == 40


def test_the_same_request_gives_the_same_bytes(data):
    request = run_request(ENTRIES / "good.py", data, precision="bf16")
    assert ask(request).artifacts == ask(request).artifacts


def test_a_part_of_the_items_is_taken_at_even_distances(data):
    said = ask(run_request(ENTRIES / "good.py", data, items=8, batch=3))
    assert json.loads(said.artifacts["items"]) == ids(data)[::5]


def test_nan_is_passed_on_as_it_is(data):
    text = load(ask(run_request(ENTRIES / "nan.py", data)).artifacts["outputs"])["text"]
    assert torch.isnan(text).sum() == 3  # one a batch


def test_rows_without_numbers_are_passed_on(data):
    said = ask(run_request(ENTRIES / "empty.py", data, options={"axis": "columns"}))
    assert load(said.artifacts["outputs"])["text"].shape == (40, 0)


def test_no_rows_are_refused(data):
    said = ask(run_request(ENTRIES / "empty.py", data))
    assert said.last["code"] == "rows" and "0 rows for 16 items" in said.last["message"] and said.status == 1


def test_timing_gives_a_time_per_batch_and_the_throughput_that_follows(data):
    said = ask(run_request(ENTRIES / "slow.py", data, purpose="timing", warmup=1, run=3, options={"seconds": 0.02}))
    [series] = said.of("series", metric="latency.batch", unit="s", run=3)
    [throughput] = said.of("observation", metric="throughput.items", unit="item/s", run=3)
    assert len(series["values"]) == 3 and all(0.02 <= value < 5 for value in series["values"])
    assert math.isclose(throughput["value"], 40 / sum(series["values"]))
    assert said.of("observation", metric="load.time", unit="s", run=3) and not said.artifacts


def test_what_an_entry_prints_does_not_reach_the_protocol(data, entry):
    body = "print('noise'); os.write(1, b'raw'); return {'x': ['é'] * len(items)}"
    said = ask(run_request(entry(body, head="import os"), data))
    assert json.loads(said.artifacts["x"]) == ["é"] * 40 and "noise" in said.errors and "raw" in said.errors


def test_an_exception_of_the_entry_is_an_error_with_its_traceback(data, entry):
    said = ask(run_request(entry("raise KeyError('spleen')"), data))
    assert said.last["code"] == "entry_failed" and "KeyError: 'spleen'" in said.last["message"]
    assert "Traceback" in said.errors and "entry.py" in said.errors and said.status == 1


def test_an_entry_that_leaves_is_an_error(data, entry):
    said = ask(run_request(entry("sys.exit(0)", head="import sys"), data))
    assert said.last["code"] == "entry_failed" and said.status == 1


def test_other_bytes_than_the_sealed_ones_are_refused_with_both_digests(data):
    for name in ("entry", "data"):
        request = run_request(ENTRIES / "good.py", data, **{f"{name}_sha256": "0" * 64})
        said = ask(request)
        assert said.last["code"] == f"other_{name}" and "0" * 64 in said.last["message"]
        assert sha256(data if name == "data" else ENTRIES / "good.py") in said.last["message"]
