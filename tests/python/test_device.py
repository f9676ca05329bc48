# SPDX-License-Identifier: Apache-2.0
"""Devices that are not torch's own: the test device, loaded by its entry point, through the unchanged probe."""
import subprocess
import sys

import pytest
import torch
from safetensors.torch import load

from conftest import ENTRIES, ROOT, ask, environment_request, run_request

SEARCH = ROOT / "examples" / "search"


@pytest.fixture(scope="session")
def device():
    """Variables under which torch knows the device: the folder that it is installed in goes on the path."""
    folder = ROOT / "build" / "test-device"
    subprocess.run([sys.executable, str(ROOT / "tests" / "device" / "install.py"), str(folder)], check=True)
    return {"PYTHONPATH": str(folder)}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "docs.jsonl"
    subprocess.run([sys.executable, str(SEARCH / "prepare.py"), str(path)], check=True, stdout=subprocess.DEVNULL)
    return path


def text_vectors(said):
    assert said.last["type"] == "done", said.last
    return load(said.artifacts["outputs"])["text"]


def in_torch(code, variables):
    """What a fresh interpreter that only imports torch prints."""
    command = [sys.executable, "-c", "import torch\n" + code]
    return subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout


def test_importing_torch_is_enough_to_know_the_device(device):
    code = "print(torch.ones(2, device='pilot').device, torch.accelerator.current_accelerator())"
    assert in_torch(code, device) == "pilot:0 pilot\n"


def test_a_training_step_runs_on_the_device_and_what_fell_back_is_counted(device):
    code = """
layer = torch.nn.Linear(3, 1).to("pilot")
before = layer.weight.cpu().clone()
layer(torch.ones(4, 3, device="pilot")).pow(2).sum().backward()
torch.optim.SGD(layer.parameters(), lr=0.1).step()
import pilot_device
print(torch.equal(before, layer.weight.cpu()), pilot_device.fallbacks()["aten::addmm"])
"""
    assert in_torch(code, device) == "False 1\n"


def test_the_environment_probe_names_the_device_and_its_backend(device):
    found = ask(environment_request("pilot:0"), device).found
    assert found["device_name"] == "Pilotage test device" and found["device_count"] == 1
    assert found["out_of_tree"] == {"pilot": "pilot-device 1.0"}


def test_without_the_package_the_device_is_unknown(data):
    said = ask(run_request(ENTRIES / "good.py", data, device="pilot:0"))
    assert said.last["code"] == "device_unknown" and '"pilot:0"' in said.last["message"]


def test_a_device_number_that_is_not_there_is_unavailable(device, data):
    said = ask(run_request(ENTRIES / "good.py", data, device="pilot:1"), device)
    assert said.last["code"] == "device_unavailable" and "no device 1" in said.last["message"]


def test_the_example_runs_when_only_the_device_changes(device, sample):
    request = run_request(SEARCH / "workload.py", sample, items=16, batch=8)
    on_host, on_device = ask(request, device), ask({**request, "device": "pilot:0"}, device)
    cosines = torch.cosine_similarity(text_vectors(on_host), text_vectors(on_device))
    assert cosines.min() > 0.99999
    assert on_device.found["device_name"] == "Pilotage test device"


def test_times_are_taken_on_the_device(device, data):
    said = ask(run_request(ENTRIES / "good.py", data, device="pilot", purpose="timing", precision="bf16"), device)
    assert said.last["type"] == "done" and len(said.of("series")[0]["values"]) == 3


def test_an_operator_that_the_device_lacks_is_named(device, sample):
    request = run_request(SEARCH / "workload.py", sample, device="pilot:0", items=8,
                          environment={"PILOT_DEVICE_MISSING": "aten::addmm"})
    said = ask(request, device)
    assert said.last["code"] == "entry_failed" and "aten::addmm" in said.last["message"]


def test_coarse_products_of_the_device_show_in_the_outputs(device, sample):
    request = run_request(SEARCH / "workload.py", sample, device="pilot:0", items=8)
    fine, coarse = (text_vectors(ask({**request, "environment": variables}, device))
                    for variables in ({}, {"PILOT_DEVICE_COARSE": "aten::addmm"}))
    assert 1e-4 < (fine - coarse).abs().max() < 0.05


def test_an_entry_that_forgets_to_move_its_texts_fails_as_on_any_device(device, data, entry):
    path = entry("return {'x': torch.ones(len(items), 3) @ model}", load_body="return torch.ones(3, 2, device=device)")
    said = ask(run_request(path, data, device="pilot"), device)
    assert said.last["code"] == "entry_failed" and "same device" in said.last["message"]
