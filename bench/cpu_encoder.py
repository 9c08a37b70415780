#!/usr/bin/env python3
"""Tokens per second of BERT on the CPU: dhgak beside transformers, in the same minutes.

    cpu_encoder.py --program build/dhgak --bert MODEL_FOLDER FOLDER [--H 2 --b 1 --threads 2 --rounds 3]

Both encode the distinct slices of the dataset in float32 with the same number of threads.
transformers gets batches of equal length, so that neither computes padding. They take turns; the best
of the rounds counts. Needs torch and transformers.
"""
import argparse
import collections
import json
import re
import subprocess
import tempfile
import time

import torch
from transformers import BertModel, BertTokenizer

TOKENS_PER_BATCH = 1024


def encode_with_dhgak(args):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [args.program, "embed", args.folder, "-o", f"{folder}/E.npz", "--H", str(args.H), "--b",
             str(args.b), "--nlm", f"bert:dir={args.bert}", "--device", "cpu", "--threads",
             str(args.threads)], check=True, text=True, capture_output=True)
    found = re.search(r"(\d+) tokens of .* (\d+) tokens/s", done.stderr)
    return int(found[1]), float(found[2])


def read_batches(args):
    """Distinct slices as token ids with [CLS] and [SEP], those of one length together."""
    lines = subprocess.run([args.program, "slices", args.folder, "--H", str(args.H), "--b",
                            str(args.b)], check=True, text=True, capture_output=True).stdout
    tokenizer = BertTokenizer.from_pretrained(args.bert)
    sentences = {tuple(json.loads(line)["labels"]) for line in lines.splitlines()}
    by_length = collections.defaultdict(list)
    for labels in sorted(sentences):
        tokens = [token for label in labels for token in tokenizer.tokenize(str(label))][:248]
        ids = [tokenizer.cls_token_id, *tokenizer.convert_tokens_to_ids(tokens),
               tokenizer.sep_token_id]
        by_length[len(ids)].append(ids)
    for length, rows in sorted(by_length.items()):
        size = max(TOKENS_PER_BATCH // length, 1)
        for first in range(0, len(rows), size):
            yield torch.tensor(rows[first:first + size])


def encode_with_transformers(model, batches):
    start = time.time()
    with torch.no_grad():
        for batch in batches:
            mask = torch.ones_like(batch)
            mask[:, 0] = mask[:, -1] = 0
            model(batch, attention_mask=mask).last_hidden_state[:, 1:-1].sum(1)
    return sum(batch.numel() for batch in batches) / (time.time() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--bert", required=True)
    parser.add_argument("--H", type=int, default=2)
    parser.add_argument("--b", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("folder")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    model = BertModel.from_pretrained(args.bert, torch_dtype=torch.float32).eval()
    batches = list(read_batches(args))
    ours, theirs = [], []
    for _ in range(args.rounds):
        tokens, speed = encode_with_dhgak(args)
        ours.append(speed)
        theirs.append(encode_with_transformers(model, batches))
    print(f"{tokens} tokens: dhgak {max(ours):.0f}, transformers {max(theirs):.0f} tokens/s "
          f"([CLS] and [SEP] counted), ratio {max(ours) / max(theirs):.2f}")
    print("rounds:", ", ".join(f"{a:.0f}/{b:.0f}" for a, b in zip(ours, theirs)))


if __name__ == "__main__":
    main()
