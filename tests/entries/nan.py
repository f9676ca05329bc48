# SPDX-License-Identifier: Apache-2.0
"""A wrong entry for tests: plausible numbers, but one NaN in the last text of every batch."""
import torch


def load(device, precision, options):
    return device


def run(device, items):
    rows = torch.nn.functional.normalize(torch.rand(len(items), 32, device=device), dim=1)
    broken = rows.clone()
    broken[-1, 7] = float("nan")
    return {"query": rows, "text": broken}
