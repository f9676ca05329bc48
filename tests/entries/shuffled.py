# SPDX-License-Identifier: Apache-2.0
"""A wrong entry for tests: the right embeddings, but each text gets that of its neighbour in the batch.

A batch of one item has no neighbour and stays right.
"""
import hashlib

import torch


class Words:
    """Every word has a fixed vector, drawn from its digest; a text is the sum of its words, of length 1."""

    def __init__(self, device, precision):
        self.device, self.kind = device, {"fp32": torch.float32, "bf16": torch.bfloat16}[precision]

    def vector(self, word):
        return [byte - 127.5 for byte in hashlib.sha256(word.encode()).digest()]

    def embed(self, texts):
        sums = [torch.tensor([self.vector(word) for word in text.split()]).sum(0) for text in texts]
        rows = torch.stack(sums).to(self.device, self.kind)
        return torch.nn.functional.normalize(rows, dim=1).float()


def load(device, precision, options):
    return Words(device, precision)


def run(model, items):
    rows = {field: model.embed([item[field] for item in items]) for field in ("query", "text")}
    return {"query": rows["query"], "text": rows["text"].roll(1, dims=0)}
