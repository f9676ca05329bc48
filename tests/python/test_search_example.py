# SPDX-License-Identifier: Apache-2.0
"""The example's two files: the control sample that prepare.py makes, and the workload on the host."""
import json
import subprocess
import sys

import pytest
import torch
from safetensors.torch import load

from conftest import ROOT, ask, run_request

SEARCH = ROOT / "examples" / "search"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "docs.jsonl"
    subprocess.run([sys.executable, str(SEARCH / "prepare.py"), str(path)], check=True)
    return path


def test_the_sample_is_large_unique_and_sorted_by_length(sample):
    items = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    assert 1300 < len(items) < 2500
    for field in ("id", "query", "text"):
        assert len({item[field] for item in items}) == len(items)
    lengths = [len(item["text"]) for item in items]
    assert lengths == sorted(lengths)
    assert any(item["id"] == "textwrap.dedent" for item in items)


def test_the_sample_is_the_same_every_time(sample, tmp_path):
    subprocess.run([sys.executable, str(SEARCH / "prepare.py"), str(tmp_path / "again.jsonl")], check=True)
    assert (tmp_path / "again.jsonl").read_bytes() == sample.read_bytes()


@pytest.fixture(scope="module")
def vectors(sample):
    def answer(precision):
        said = ask(run_request(SEARCH / "workload.py", sample, precision=precision, items=24, batch=8))
        assert said.last["type"] == "done", said.last
        return load(said.artifacts["outputs"])
    return {precision: answer(precision) for precision in ("fp32", "bf16", "int8")}


def test_embeddings_are_unit_vectors_of_384_floats(vectors):
    for outputs in vectors.values():
        for rows in outputs.values():
            assert rows.shape == (24, 384) and rows.dtype == torch.float32
            assert torch.allclose(rows.norm(dim=1), torch.ones(24), atol=1e-5)


def test_a_lower_precision_gives_other_but_like_embeddings(vectors):
    for precision, least in (("bf16", 0.999), ("int8", 0.7)):
        cosines = (vectors["fp32"]["text"] * vectors[precision]["text"]).sum(1)
        assert cosines.min() > least and not torch.equal(vectors["fp32"]["text"], vectors[precision]["text"])


def test_queries_find_their_texts_more_often_than_not(vectors):
    scores = vectors["fp32"]["query"] @ vectors["fp32"]["text"].T
    assert (scores.argmax(1) == torch.arange(24)).float().mean() > 0.5


def test_an_unknown_precision_is_refused_by_the_entry(sample):
    said = ask(run_request(SEARCH / "workload.py", sample, precision="fp7", items=8))
    assert said.last["code"] == "entry_failed" and '"fp7"' in said.last["message"]
