#!/usr/bin/env python3
"""Makes wordpiece/vocab.txt and wordpiece/ids.json: what Hugging Face's BertTokenizer answers to awkward texts.

    make_wordpiece.py                 needs transformers
    make_wordpiece.py --real FOLDER   makes wordpiece/bert_base_uncased.json with that folder's vocabulary instead
"""
import argparse
import json
import pathlib
import unicodedata

from awkward_texts import BROKEN, TEXTS
from transformers import BertTokenizer

HERE = pathlib.Path(__file__).parent / "wordpiece"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = "carbon car ##bon play ##ing ##s xx ##xx naive cafe 17 ##17 label ##label strasse straße".split()
VARIANTS = {
    "uncased": {},
    "cased": {"do_lower_case": False},
    "accents kept": {"strip_accents": False},
    "accents only": {"do_lower_case": False, "strip_accents": True},
    "ideographs joined": {"tokenize_chinese_chars": False},
}


def vocabulary():
    """Most characters that the texts turn into, so that ids tell what became of each; the rest is [UNK]."""
    texts = TEXTS + [t.lower() for t in TEXTS]
    texts += [unicodedata.normalize("NFD", t) for t in texts]
    characters = {c for t in texts for c in t if unicodedata.category(c) != "Cc"}
    characters = sorted(characters - set("😀½z\u2028\u2029"))
    return SPECIAL + WORDS + characters + ["##" + c for c in characters]


def cases(tokenizer):
    texts = [t.encode() for t in TEXTS] + BROKEN
    ids = tokenizer([t.decode("utf-8", "replace") for t in texts], add_special_tokens=False)["input_ids"]
    return [{"hex": t.hex(), "ids": i} for t, i in zip(texts, ids)]


def write(path, value):
    lines = json.dumps(value, sort_keys=True).replace('{"hex"', '\n{"hex"')
    path.write_text(lines + "\n")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--real", metavar="FOLDER")
    real = parser.parse_args().real
    HERE.mkdir(exist_ok=True)
    if real:
        tokenizer = BertTokenizer.from_pretrained(real)
        labels = [str(i) for i in range(-1, 600)]
        ids = tokenizer(labels, add_special_tokens=False)["input_ids"]
        write(HERE / "bert_base_uncased.json",
              cases(tokenizer) + [{"hex": t.encode().hex(), "ids": i} for t, i in zip(labels, ids)])
        return
    (HERE / "vocab.txt").write_text("".join(t + "\n" for t in vocabulary()), encoding="utf-8", newline="\n")
    write(HERE / "ids.json", {name: cases(BertTokenizer.from_pretrained(HERE, **options)) for name, options in VARIANTS.items()})


main()
