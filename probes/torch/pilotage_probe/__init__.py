# SPDX-License-Identifier: Apache-2.0
"""The PyTorch probe of Pilotage. Needs the standard library and torch, nothing else."""

VERSION = "1.0"
PROTOCOL = 1
