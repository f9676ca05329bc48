# SPDX-License-Identifier: Apache-2.0
"""What torch.run refuses, and under which code: the probe's function called in this process, torch loaded once."""
import json
import tempfile

import pytest

from pilotage_probe import run
from pilotage_probe.failure import Failure
from pilotage_probe.messages import Messages

from conftest import ENTRIES, Conversation, run_parameters, sha256


def refusal(parameters, device="cpu"):
    """The failure that the probe ends with."""
    with tempfile.TemporaryFile() as file:
        with pytest.raises(Failure) as caught:
            run.probe(device, parameters, Messages(file.fileno(), "torch.run"))
    return caught.value


def answers(entry_path, data, **parameters):
    with tempfile.TemporaryFile() as file:
        run.probe("cpu", {**run_parameters(entry_path, data), **parameters}, Messages(file.fileno(), "torch.run"))
        file.seek(0)
        return Conversation(file.read())


@pytest.fixture
def good(data):
    return run_parameters(ENTRIES / "good.py", data)


@pytest.mark.parametrize("change, word", [
    ({"colour": 1}, '"colour"'), ({"batch": 0}, '"batch"'), ({"batch": True}, '"batch"'),
    ({"threads": "2"}, '"threads"'), ({"purpose": "fun"}, '"purpose"'),
    ({"entry_sha256": "ab"}, '"entry_sha256"'), ({"items": 0}, '"items"'),
    ({"options": []}, '"options"'), ({"run": -1}, '"run"'), ({"warmup": None}, '"warmup"'),
])
def test_a_parameter_that_is_wrong_is_named(good, change, word):
    failure = refusal({**good, **change})
    assert failure.code == "parameter" and word in str(failure)


def test_a_parameter_that_is_missing_is_named(good):
    del good["entry"]
    assert '"entry" is missing' in str(refusal(good))


@pytest.mark.parametrize("kind", ["classify", "generate", "train", "dream"])
def test_another_kind_is_refused_with_what_is_supported(good, kind):
    failure = refusal({**good, "kind": kind})
    assert failure.code == "kind" and f'"{kind}"' in str(failure) and "embed" in str(failure)


@pytest.mark.parametrize("name", ["entry", "data"])
def test_a_missing_file_is_named(good, name):
    failure = refusal({**good, name: "/nowhere/at.all"})
    assert failure.code == f"{name}_missing" and "/nowhere/at.all" in str(failure)


@pytest.mark.parametrize("device, code", [
    ("made_up:0", "device_unknown"), ("", "device_unknown"), ("meta", "device_unavailable"),
])
def test_a_device_that_cannot_be_used_is_refused(good, device, code):
    failure = refusal(good, device)
    assert failure.code == code and f'"{device}"' in str(failure)


@pytest.mark.parametrize("content, code, place", [
    (b'{"id":"a"}\nnonsense\n', "data_bad_line", ":2:"), (b'{"id":"a"}\n\n{"id":"b"}\n', "data_bad_line", ":2:"),
    (b'{"id":7}\n', "data_bad_line", ":1:"), (b'[]\n', "data_bad_line", ":1:"), (b'{}\n', "data_bad_line", ":1:"),
    (b'{"id":"\xff"}\n', "data_bad_line", ":1:"), (b'{"id":"a","x":NaN}\n', "data_bad_line", "NaN"),
    (b'{"id":"a"}\n{"id":"b"}\n{"id":"a"}\n', "duplicate_id", ":3:"), (b"", "data_empty", "no items"),
])
def test_a_bad_line_of_the_data_is_refused_with_its_number(good, tmp_path, content, code, place):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    failure = refusal({**good, "data": str(path), "data_sha256": sha256(path)})
    assert failure.code == code and place in str(failure)


def test_more_items_than_there_are_is_refused(good):
    assert refusal({**good, "items": 41}).code == "data_too_few"


def test_relative_paths_start_at_the_root(good, data):
    parameters = {**good, "root": str(data.parent), "data": data.name}
    with tempfile.TemporaryFile() as file:
        run.probe("cpu", parameters, Messages(file.fileno(), "torch.run"))
    assert refusal({**parameters, "root": "/nowhere"}).code == "data_missing"


def test_an_entry_without_run_is_refused(data, tmp_path):
    path = tmp_path / "half.py"
    path.write_text("def load(device, precision, options): pass\n")
    failure = refusal(run_parameters(path, data))
    assert failure.code == "entry_incomplete" and '"run"' in str(failure)


def test_an_entry_that_is_no_python_is_refused(data, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def load(:\n")
    assert refusal(run_parameters(path, data)).code == "entry_failed"


@pytest.mark.parametrize("body, code", [
    ("return {}", "entry_output"), ("return torch.ones(len(items))", "entry_output"),
    ("return {'x': 1}", "entry_output"), ("return {7: [0] * len(items)}", "entry_output"),
    ("return {'items': [0] * len(items)}", "entry_output"), ("return {'a b': [0] * len(items)}", "entry_output"),
    ("return {'x': [float('nan')] * len(items)}", "entry_output"),
    ("return {'x': [object()] * len(items)}", "entry_output"),
    ("return {'x': torch.ones(len(items) + 1)}", "rows"), ("return {'x': torch.tensor(1.0)}", "rows"),
    ("return {'x': []}", "rows"),
    ("return {'x': torch.ones(len(items), len(items))}", "entry_output"),  # other row shape in the shorter last batch
    ("return {'x' if len(items) == 16 else 'y': torch.ones(len(items))}", "entry_output"),
    ("return {'x': torch.ones(len(items)) if len(items) == 16 else [1] * len(items)}", "entry_output"),
])
def test_an_answer_of_another_shape_is_refused(data, entry, body, code):
    assert refusal(run_parameters(entry(body), data)).code == code


def test_wrong_rows_are_refused_while_timing_too(data, entry):
    parameters = {**run_parameters(entry("return {'x': torch.ones(1)}"), data), "purpose": "timing"}
    assert refusal(parameters).code == "rows"


def test_an_output_that_the_entry_overwrites_later_is_kept_as_it_was(data, entry):
    body = "model.add_(1); return {'x': model[:len(items)]}"
    said = answers(entry(body, load_body="return torch.zeros(16)"), data)
    from safetensors.torch import load
    assert load(said.artifacts["outputs"])["x"].tolist() == [1.0] * 16 + [2.0] * 16 + [3.0] * 8


def test_a_file_imported_from_beside_the_entry_is_named_with_its_digest(data, entry, tmp_path):
    (tmp_path / "helper_beside.py").write_text("VALUE = 1\n")
    said = answers(entry("return {'x': [1] * len(items)}", head="import helper_beside"), data)
    [log] = said.of("log", level="warning")
    assert "helper_beside.py" in log["text"] and sha256(tmp_path / "helper_beside.py") in log["text"]


def test_the_first_message_is_hello_even_if_the_first_thing_is_an_error(tmp_path):
    with open(tmp_path / "said", "w+b") as file:
        Messages(file.fileno(), "torch.run").error("code", "broken \ud800 text", "hint")
        file.seek(0)
        said = Conversation(file.read())
    assert [one["type"] for one in said.messages] == ["hello", "error"]
    assert json.dumps(said.last["message"]) == '"broken ? text"'
