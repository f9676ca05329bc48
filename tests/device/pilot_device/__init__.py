# SPDX-License-Identifier: Apache-2.0
"""The Python side of the test device: torch calls `autoload` by itself, through the entry point `torch.backends`."""
import glob
import os
import types

import torch

NAME = "pilot"


def autoload():
    """Makes the device string "pilot" known, with a module `torch.pilot` like `torch.cuda`."""
    [library] = glob.glob(os.path.join(os.path.dirname(__file__), "_device*.so"))
    torch.ops.load_library(library)
    torch.utils.rename_privateuse1_backend(NAME)
    torch._register_device_module(NAME, device_module())
    torch.utils.generate_methods_for_privateuse1_backend()


def device_module():
    module = types.ModuleType(f"torch.{NAME}")
    module.is_available = module.is_initialized = lambda: True
    module._is_in_bad_fork = lambda: False
    module.device_count = lambda: 1
    module.current_device = lambda: 0
    module.set_device = module.synchronize = lambda device=None: None
    module.manual_seed = module.manual_seed_all = lambda seed: None
    module.get_device_name = lambda device=None: "Pilotage test device"
    module.get_amp_supported_dtype = lambda: [torch.bfloat16, torch.float16]
    return module


def fallbacks():
    """Operator name -> how often it was computed by the CPU so far."""
    return dict(torch.ops.pilot_device.fallbacks())
