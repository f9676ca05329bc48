# SPDX-License-Identifier: Apache-2.0
"""Builds the test device as an ordinary out-of-tree backend. Use install.py, which builds it once only."""
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension

setup(
    name="pilot-device",
    version="1.0",
    packages=["pilot_device"],
    ext_modules=[CppExtension("pilot_device._device", ["pilot_device/device.cc"],
                              extra_compile_args=["-std=c++20", "-O1", "-g0", "-Wall", "-Werror=return-type"])],
    cmdclass={"build_ext": BuildExtension.with_options(use_ninja=False)},
    entry_points={"torch.backends": ["pilot = pilot_device:autoload"]},
)
