# SPDX-License-Identifier: Apache-2.0
"""What the probe needs of a device, for every device string that the installed torch knows.

Nothing here names a vendor: `import torch` loads out-of-tree backends by their `torch.backends` entry points, and each
registers a module `torch.<type>` of the same shape.
"""
from __future__ import annotations

from importlib import metadata
from typing import Callable, Optional

import torch

from .failure import Failure, foreign


def opened(text: str) -> torch.device:
    """The device, after it has held a tensor; Failure if torch does not know it or it is not there."""
    try:
        device = torch.device(text)
    except Exception as error:
        raise Failure("device_unknown", f'torch {torch.__version__} does not know the device "{text}": '
                      + first_line(error), "is the vendor's package installed where this probe runs?") from None
    try:
        torch.empty(1, device=device)
        synchronizer(device)
    except Failure:
        raise
    except Exception as error:
        raise foreign("device_unavailable", f'the device "{text}" cannot be used', error) from None
    return device


def first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def module_of(device: torch.device):
    """`torch.cuda` and its like; None where the device has none."""
    return getattr(torch, device.type, None)


def synchronizer(device: torch.device) -> Callable[[], None]:
    """A function that returns when the device has finished what it was given."""
    if device.type == "cpu":
        return lambda: None
    synchronize = getattr(module_of(device), "synchronize", None)
    if synchronize is None:
        raise Failure("device_unavailable", f'torch offers no way to wait for the device "{device}"')
    for wait in (lambda: synchronize(device), synchronize):
        if takes_its_arguments(wait):
            return wait
    raise Failure("device_unavailable", f'torch.{device.type}.synchronize takes neither a device nor nothing')


def takes_its_arguments(wait: Callable[[], None]) -> bool:
    """Vendors differ in whether `synchronize` takes the device; a call says it for certain."""
    try:
        wait()
    except TypeError:
        return False
    return True


def name_of(device: torch.device) -> Optional[str]:
    return told_by(device, "get_device_name", device)


def count_of(device: torch.device) -> Optional[int]:
    return 1 if device.type == "cpu" else told_by(device, "device_count")


def told_by(device: torch.device, function: str, *arguments):
    """What the device's module answers, None if it cannot: not every vendor offers every function."""
    try:
        return getattr(module_of(device), function)(*arguments)
    except Exception:
        return None


def out_of_tree() -> dict:
    """The installed backends that torch loads by itself: entry point name -> distribution and version."""
    found = {}
    for distribution in metadata.distributions():
        for point in distribution.entry_points:
            if point.group == "torch.backends":
                found[point.name] = f"{distribution.metadata['Name']} {distribution.version}"
    return dict(sorted(found.items()))
