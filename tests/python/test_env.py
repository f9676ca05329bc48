# SPDX-License-Identifier: Apache-2.0
"""Probe torch.env: lasting facts, and a device that is not there."""
import platform

import torch

from conftest import ask, environment_request


def test_it_says_what_it_runs_on():
    said = ask(environment_request())
    assert [one["type"] for one in said.messages] == ["hello", "done"] and said.status == 0
    assert said.found["torch"] == torch.__version__ and said.found["python"] == platform.python_version()
    assert said.found["packages"]["torch"] == torch.__version__
    assert said.found["device_type"] == "cpu" and said.found["threads"] >= 1


def test_it_says_the_same_every_time():
    assert ask(environment_request()).messages == ask(environment_request()).messages


def test_a_wanted_package_that_is_not_there_is_null():
    packages = ask(environment_request(packages=["Not.Installed", "pytest"])).found["packages"]
    assert packages["not-installed"] is None and packages["pytest"]


def test_a_device_that_torch_does_not_know_is_a_blocking_finding():
    said = ask(environment_request("made_up:0"))
    assert said.of("finding", rule="torch.device_unknown", blocking=True) and said.last["type"] == "done"


def test_an_unknown_parameter_is_refused():
    said = ask(environment_request(colour="red"))
    assert said.last["code"] == "parameter" and '"colour"' in said.last["message"]
