# SPDX-License-Identifier: Apache-2.0
"""Installs the test device: `PYTHON install.py [FOLDER]`; builds only if the sources, Python or torch have changed.

Without FOLDER it goes into PYTHON's own environment; with it, into FOLDER, to be put on PYTHONPATH where it is wanted.
Needs a C++ compiler and setuptools, no network.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["setup.py", "pilot_device/__init__.py", "pilot_device/device.cc"]


def main():
    target = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else sysconfig.get_paths()["platlib"])
    stamp = target / "pilot_device" / "built-from"
    if stamp.exists() and stamp.read_text() == digest():
        print(f"the test device in {target} is current")
        return
    build(target if len(sys.argv) > 1 else None)
    stamp.write_text(digest())


def digest():
    """Of all that the build depends on. torch is asked for by its metadata: importing it would load the device."""
    from importlib import metadata
    found = hashlib.sha256(f"{sys.version} {metadata.version('torch')}".encode())
    for name in SOURCES:
        found.update((HERE / name).read_bytes())
    return found.hexdigest()


def build(folder):
    with tempfile.TemporaryDirectory() as copy:  # setuptools writes beside the sources
        for name in SOURCES:
            (pathlib.Path(copy) / name).parent.mkdir(exist_ok=True)
            shutil.copy(HERE / name, pathlib.Path(copy) / name)
        where = ["--target", str(folder), "--upgrade"] if folder else ["--force-reinstall"]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
                   "--no-deps", "--no-build-isolation", *where, copy]
        subprocess.run(command, check=True, env={**os.environ, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"})


if __name__ == "__main__":
    main()
