# SPDX-License-Identifier: Apache-2.0
"""The safetensors writer against the format's own library."""
import pytest
import torch
from safetensors.torch import load

from pilotage_probe import tensorfile
from pilotage_probe.failure import Failure


def written(tensors):
    return b"".join(bytes(part) for part in tensorfile.parts(tensors))


@pytest.mark.parametrize("kind", [
    "float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool",
])
def test_every_plain_type_is_read_back_as_it_was(kind):
    tensor = torch.tensor([[0.0, 1.0, -2.5], [3.0, 100.0, 7.0]]).to(getattr(torch, kind))
    back = load(written({"x": tensor}))["x"]
    assert back.dtype == tensor.dtype and torch.equal(back, tensor)


def test_many_tensors_of_many_shapes_are_read_back_as_they_were():
    numbers = torch.Generator().manual_seed(1)
    tensors = {f"t{size}": torch.rand(size, 3, generator=numbers) for size in (0, 1, 7)}
    tensors.update(odd=torch.ones(3, dtype=torch.int8), empty=torch.empty(5, 0), half=torch.ones(1).half())
    back = load(written(tensors))
    assert back.keys() == tensors.keys() and all(torch.equal(back[name], tensors[name]) for name in tensors)


def test_nan_and_infinity_keep_their_bits():
    tensor = torch.tensor([float("nan"), float("inf"), -0.0])
    assert torch.equal(load(written({"x": tensor}))["x"].view(torch.int32), tensor.view(torch.int32))


def test_the_data_is_aligned_and_the_bytes_depend_on_nothing_else():
    one = {"b": torch.ones(3, dtype=torch.uint8), "a": torch.ones(2)}
    two = dict(reversed(one.items()))
    content = written(one)
    assert written(two) == content and int.from_bytes(content[:8], "little") % 8 == 0


def test_a_type_that_the_format_lacks_is_refused():
    for dtype in (torch.complex64, torch.complex128):
        with pytest.raises(Failure, match=str(dtype)):
            tensorfile.parts({"x": torch.ones(1, dtype=dtype)})
