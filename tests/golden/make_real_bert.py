# SPDX-License-Identifier: MIT
"""Writes tests/golden/real_bert.json: what transformers computes with real weights.

    python make_real_bert.py DIR...   (torch and transformers installed; float32, CPU)

A folder is recognised by the size of its model.safetensors. Of each label token's last hidden state
the first eight values are kept; [CLS] and [SEP] are masked out.
"""

import json
import pathlib
import sys

import torch
import transformers

LABELS = ["3", "0 1 2", "6 6 7 8 0 1", "1 2 10 4 3 12 1 1 5 2 3", " ".join(str(i % 7) for i in range(60))]
KEPT = 8

models = []
for folder in map(pathlib.Path, sys.argv[1:]):
    tokenizer = transformers.BertTokenizerFast.from_pretrained(folder)
    model = transformers.BertModel.from_pretrained(folder, dtype=torch.float32).eval()
    cases = []
    for labels in LABELS:
        ids = tokenizer(labels, return_tensors="pt")["input_ids"]
        mask = torch.ones_like(ids)
        mask[0, 0] = mask[0, -1] = 0
        with torch.no_grad():
            states = model(ids, attention_mask=mask).last_hidden_state[0, 1:-1]
        cases.append({
            "labels": labels,
            "tokens": ids[0, 1:-1].tolist(),
            "states": [[float(f"{x:.8g}") for x in row[:KEPT]] for row in states.tolist()],
            "largest": float(f"{states.abs().max().item():.8g}"),
        })
    models.append({"file_size": (folder / "model.safetensors").stat().st_size, "cases": cases})
(pathlib.Path(__file__).parent / "real_bert.json").write_text(json.dumps(models) + "\n")
