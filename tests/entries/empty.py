# SPDX-License-Identifier: Apache-2.0
"""A wrong entry for tests: nothing at all. With the option `axis` = "columns": a row per item, with nothing in it."""
import torch


def load(device, precision, options):
    return options.get("axis", "rows")


def run(axis, items):
    nothing = torch.empty(0, 32) if axis == "rows" else torch.empty(len(items), 0)
    return {"query": nothing, "text": nothing}
