# SPDX-License-Identifier: Apache-2.0
"""Probe `torch.env`: what of the software and the device stays the same from run to run. It measures nothing."""
from __future__ import annotations

import platform
import re
from importlib import metadata

import torch

from . import device as devices
from .failure import Failure
from .messages import Messages
from .parameters import Parameter, check, is_texts

PARAMETERS = (Parameter("packages", is_texts, "names of further packages to report", default=[]),)

# Distributions that can change what a model computes. Others (test tools, say) may come and go.
PACKAGES = re.compile(r"(torch|pytorch|triton|nvidia|intel|onednn|mkl|rocm|hip|neuron|libneuron|aws-neuron|numpy|scipy"
                      r"|transformers|tokenizers|safetensors|sentence|accelerate|optimum|peft|bitsandbytes|onnx|vllm"
                      r"|flash|xformers|timm|diffusers)([-_.]|$)|.*(torch|neuron|maca|minilm)", re.IGNORECASE)


def probe(device: str, given: dict, messages: Messages) -> None:
    parameters = check(given, PARAMETERS)
    messages.found.update(software(), packages=packages(parameters["packages"]), device=device)
    try:
        messages.found.update(hardware(devices.opened(device)))
    except Failure as failure:
        messages.finding("torch." + failure.code, "unknown", f"{failure}. {failure.hint}".rstrip(". "), blocking=True)
    messages.hello()


def software() -> dict:
    return {
        "python": platform.python_version(),
        "python_implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "torch": torch.__version__,
        "torch_git": torch.version.git_version,
        "threads": torch.get_num_threads(),
        "interop_threads": torch.get_num_interop_threads(),
        "cpu_capability": torch.backends.cpu.get_cpu_capability(),
        "backends": built_in(),
        "out_of_tree": devices.out_of_tree(),
    }


def built_in() -> dict:
    """The accelerated libraries of this torch: true or false, or the version it was built for."""
    return {
        "mkldnn": torch.backends.mkldnn.is_available(),
        "mkl": torch.backends.mkl.is_available(),
        "openmp": torch.backends.openmp.is_available(),
        "cuda": torch.version.cuda or False,
        "hip": torch.version.hip or False,
    }


def hardware(device: torch.device) -> dict:
    facts = {
        "device_type": device.type,
        "device_count": devices.count_of(device),
        "device_name": devices.name_of(device),
    }
    return {name: value for name, value in facts.items() if value is not None}


def packages(wanted: list) -> dict:
    """Name -> version of what is installed and matters; null for a wanted one that is not there."""
    wanted = {normal(name) for name in wanted}
    found = dict.fromkeys(wanted)
    for distribution in metadata.distributions():
        name = normal(distribution.metadata["Name"] or "")
        if name in wanted or PACKAGES.match(name):
            found[name] = distribution.version
    return dict(sorted(found.items()))


def normal(name: str) -> str:
    """A distribution's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
