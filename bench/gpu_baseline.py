#!/usr/bin/env python3
"""The same kernel written plainly on PyTorch and transformers: what gpu_table.py is compared with.

    gpu_baseline.py --program build/dhgak --bert MODEL_FOLDER FOLDER [--H 5 --b 1 --factor 0.5]

Distinct slices (from `dhgak slices`) are encoded by transformers' BertModel in bfloat16, sorted by
length in batches, then clustered by a plain Lloyd's algorithm on the card. Prints seconds.
"""
import argparse
import json
import subprocess
import time

import torch
from transformers import BertModel, BertTokenizer


def read_slices(program, folder, H, b):
    lines = subprocess.run([program, "slices", folder, "--H", str(H), "--b", str(b)], check=True,
                           text=True, capture_output=True).stdout.splitlines()
    hops, graphs = [[] for _ in range(H + 1)], 0
    for line in map(json.loads, lines):
        hops[line["hop"]].append(tuple(map(str, line["labels"][:248])))
        graphs = max(graphs, line["graph"] + 1)
    return hops, graphs


def encode(model, tokenizer, sentences, budget=65536):
    ids = [[tokenizer.cls_token_id] + tokenizer.convert_tokens_to_ids(list(words))[:248] +
           [tokenizer.sep_token_id] for words in sentences]
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    sums = torch.empty(len(ids), model.config.hidden_size, device="cuda")
    begin, tokens = 0, 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and len(ids[order[end]]) * (end + 1 - begin) <= budget:
            end += 1
        width = len(ids[order[end - 1]])
        batch = torch.zeros(end - begin, width, dtype=torch.long)
        mask = torch.zeros(end - begin, width)
        for row, i in enumerate(order[begin:end]):
            batch[row, : len(ids[i])] = torch.tensor(ids[i])
            mask[row, 1 : len(ids[i]) - 1] = 1
            tokens += len(ids[i])
        mask = mask.cuda()
        states = model(batch.cuda(), attention_mask=mask).last_hidden_state.float()
        sums[torch.tensor(order[begin:end]).cuda()] = (states * mask[:, :, None]).sum(1)
        begin = end
    torch.cuda.synchronize()
    return sums, tokens


def lloyd(points, weights, k, seed):
    generator = torch.Generator(device="cuda").manual_seed(seed)
    centers = points[torch.randperm(len(points), generator=generator, device="cuda")[:k]].clone()
    for _ in range(100):
        nearest = torch.cat([torch.cdist(block, centers).argmin(1) for block in points.split(65536)])
        sums = torch.zeros_like(centers).index_add_(0, nearest, points * weights[:, None])
        mass = torch.zeros(k, device="cuda").index_add_(0, nearest, weights)
        moved = torch.where(mass[:, None] > 0, sums / mass[:, None].clamp(min=1e-9), centers)
        shift, centers = ((moved - centers) ** 2).sum(), moved
        if shift <= 1e-4 * points.var(0).mean():
            break
    return nearest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--program", required=True)
    parser.add_argument("--bert", required=True)
    parser.add_argument("--H", type=int, default=5)
    parser.add_argument("--b", type=int, default=1)
    parser.add_argument("--factor", type=float, default=0.5)
    args = parser.parse_args()
    hops, graphs = read_slices(args.program, args.folder, args.H, args.b)
    tokenizer = BertTokenizer.from_pretrained(args.bert)
    model = BertModel.from_pretrained(args.bert, dtype=torch.bfloat16).cuda().eval()
    with torch.no_grad():
        encode(model, tokenizer, hops[0][:64])
        start = time.perf_counter()
        rows = {words: i for i, words in enumerate(dict.fromkeys(w for hop in hops for w in hop))}
        vectors, tokens = encode(model, tokenizer, list(rows))
        encoded = time.perf_counter()
        previous = 0
        for h, hop in enumerate(hops):
            previous = vectors[torch.tensor([rows[w] for w in hop]).cuda()] + 0.6 * previous
            points, inverse, counts = torch.unique(previous, dim=0, return_inverse=True, return_counts=True)
            for t in range(3):
                lloyd(points, counts.float(), min(int(args.factor * graphs), len(points)), 3 * h + t)
        torch.cuda.synchronize()
    print(json.dumps({"tokens": tokens, "encode": encoded - start,
                      "cluster": time.perf_counter() - encoded}))


if __name__ == "__main__":
    main()
