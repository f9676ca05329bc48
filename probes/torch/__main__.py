# SPDX-License-Identifier: Apache-2.0
"""Starts the PyTorch probe: `PYTHON probes/torch`, one request on standard input (docs/probe-protocol.md).

This process is only the guardian of the one that measures. It never imports torch, so that a device that hangs in
native code cannot keep it from ending the measurement.
"""
import sys

from pilotage_probe.guardian import main

if __name__ == "__main__":
    sys.exit(main())
