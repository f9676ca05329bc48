# SPDX-License-Identifier: Apache-2.0
"""Probe `torch.run`: runs a workload's entry over the control sample, for its outputs or for its times.

    outputs   every item once; artifacts `outputs` and `items`, observation memory.peak_rss
    timing    warm-up, then every batch timed; latency.batch, throughput.items, load.time

One process measures one purpose, so that copying outputs never disturbs a timing.
"""
from __future__ import annotations

import gc
import os
import resource
import sys
import time
from typing import Callable, List, NamedTuple

import torch

from . import data, device as devices, entry, outputs
from .messages import Messages
from .parameters import Parameter, check, is_absent_or, is_count_from, is_digest, is_object, is_text

PARAMETERS = (
    Parameter("entry", is_text, "path of the workload's entry"),
    Parameter("entry_sha256", is_digest, "64 hex digits"),
    Parameter("kind", is_text, "the workload's kind"),
    Parameter("data", is_text, "path of the control sample"),
    Parameter("data_sha256", is_digest, "64 hex digits"),
    Parameter("root", is_absent_or(is_text), "folder that relative paths start from", default=None),
    Parameter("precision", is_text, "the plan's word"),
    Parameter("options", is_object, "an object for the entry's load", default={}),
    Parameter("batch", is_count_from(1), "items a batch"),
    Parameter("threads", is_absent_or(is_count_from(1)), "threads of the host, or null", default=None),
    Parameter("purpose", lambda value: value in ("outputs", "timing"), '"outputs" or "timing"'),
    Parameter("items", is_absent_or(is_count_from(1)), "how many items, or null for all", default=None),
    Parameter("warmup", is_count_from(0), "batches before the timed ones", default=0),
    Parameter("run", is_count_from(0), "number of this repetition", default=0),
)


class Job(NamedTuple):
    """Everything that is ready before the first batch."""

    run: Callable[[list], dict]
    items: List[dict]
    batches: List[List[dict]]
    wait: Callable[[], None]
    load_seconds: float


def probe(device: str, given: dict, messages: Messages) -> None:
    parameters = check(given, PARAMETERS)
    job = prepared(device, parameters, messages)
    with torch.inference_mode():
        if parameters["purpose"] == "outputs":
            give_outputs(job, parameters["run"], messages)
        else:
            give_times(job, parameters["warmup"], parameters["run"], messages)


def prepared(device_text: str, parameters: dict, messages: Messages) -> Job:
    entry.check_kind(parameters["kind"])
    root = parameters["root"] or os.curdir
    entry_path, data_path = (os.path.join(root, parameters[name]) for name in ("entry", "data"))
    code = data.read(entry_path, "entry", parameters["entry_sha256"])
    sample = data.parse(data.read(data_path, "data", parameters["data_sha256"]), data_path)
    items = data.evenly(sample, parameters["items"])
    set_up_torch(parameters["threads"])
    device = devices.opened(device_text)
    messages.found.update(found(device_text, device, parameters, len(sample), len(items)))
    messages.hello()
    module = entry.load(entry_path, code, parameters["kind"])
    wait = devices.synchronizer(device)
    model, seconds = timed(lambda: entry.call(module.load, "load", device_text, parameters["precision"],
                                              parameters["options"]), wait)
    gc.freeze()
    gc.enable()  # off since the start of the worker; during the measurement all is as in use
    entry.tell_files_beside(entry_path, messages)
    size = parameters["batch"]
    batches = [items[start:start + size] for start in range(0, len(items), size)]
    return Job(lambda batch: entry.call(module.run, "run", model, batch), items, batches, wait, seconds)


def set_up_torch(threads) -> None:
    """One seed, and a fixed number of threads: with another, sums may be taken in another order."""
    if threads is not None:
        torch.set_num_threads(threads)
    torch.manual_seed(0)


def found(device_text: str, device: torch.device, parameters: dict, sample: int, items: int) -> dict:
    facts = {name: parameters[name] for name in ("entry_sha256", "data_sha256", "precision", "batch")}
    facts.update(torch=torch.__version__, device=device_text, device_name=devices.name_of(device),
                 threads=torch.get_num_threads(), data_items=sample, items=items)
    return {name: value for name, value in facts.items() if value is not None}


def timed(action: Callable, wait: Callable[[], None]) -> tuple:
    """The action's result and its seconds, from an idle device to an idle device."""
    wait()
    start = time.perf_counter_ns()
    result = action()
    wait()
    return result, (time.perf_counter_ns() - start) / 1e9


def give_outputs(job: Job, run: int, messages: Messages) -> None:
    collected, done = [], 0
    for batch in job.batches:
        collected.append(outputs.on_host(outputs.checked(job.run(batch), len(batch))))
        done += len(batch)
        messages.progress(done, len(job.items), "items")
    outputs.send(outputs.joined(collected), job.items, messages)
    messages.observation("memory.peak_rss", peak_resident_bytes(), "B", run)


def give_times(job: Job, warmup: int, run: int, messages: Messages) -> None:
    for number in range(warmup):
        job.run(job.batches[number % len(job.batches)])
    gc.collect()
    seconds = []
    for batch in job.batches:
        answer, taken = timed(lambda: job.run(batch), job.wait)
        outputs.checked(answer, len(batch))  # a fast wrong shape is no result
        seconds.append(taken)
        messages.progress(len(seconds), len(job.batches), "batches")
    messages.observation("load.time", job.load_seconds, "s", run)
    messages.series("latency.batch", seconds, "s", run)
    messages.observation("throughput.items", len(job.items) / sum(seconds), "item/s", run)


def peak_resident_bytes() -> int:
    """ru_maxrss is in KiB on Linux, in bytes on macOS (getrusage(2) of either)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
