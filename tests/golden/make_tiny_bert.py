# SPDX-License-Identifier: MIT
"""Makes tests/golden/tiny_bert*: random BERT models in Hugging Face layout and what transformers
computes with them.

    python make_tiny_bert.py          (torch, transformers and safetensors installed)

[CLS] and [SEP] are masked out, as the authors of DHGAK do it; the states written down are those of
the tokens between them.
"""

import json
import pathlib

import torch
import transformers

HERE = pathlib.Path(__file__).parent
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = SPECIALS + [str(i) for i in range(12)] + ["c", "n", "o", "##1", "##c", "##x"]
CLS, SEP, MASK = 2, 3, 4

# Some lengths repeat, so that a batch has groups of several sequences.
SEQUENCES = [[5], [6, 7, 8, 9, 10], [17, 18, 19], [11, 11, 11], [16, 5, 20, 21, 5], [12, 6, 13] * 6]


def make(folder, activation, torch_dtype):
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY), hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, max_position_embeddings=32, hidden_act=activation)
    model = transformers.BertForMaskedLM(config).eval()
    # Far from the start values, where biases are 0, norms 1 and attention nearly uniform.
    for parameter in model.parameters():
        parameter.data += 0.3 * torch.randn_like(parameter)
    model = model.to(torch_dtype)
    model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": true}\n')

    model = model.float()
    cases = []
    for sequence in SEQUENCES:
        ids = torch.tensor([[CLS] + sequence + [SEP]])
        mask = torch.tensor([[0] + [1] * len(sequence) + [0]])
        # Every other token is to be guessed.
        labels = torch.full_like(ids, -100)
        labels[0, 1:-1:2] = ids[0, 1:-1:2]
        masked = ids.clone()
        masked[0, 1:-1:2] = MASK
        with torch.no_grad():
            states = model.bert(ids, attention_mask=mask).last_hidden_state[0, 1:-1]
            loss = model(masked, attention_mask=mask, labels=labels).loss
        cases.append({"tokens": sequence, "states": states.tolist(), "masked_loss": loss.item()})
    (folder / "expected.json").write_text(json.dumps(cases) + "\n")


make(HERE / "tiny_bert", "gelu", torch.float32)
make(HERE / "tiny_bert_tanh", "gelu_pytorch_tanh", torch.float16)
