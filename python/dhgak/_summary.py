# SPDX-License-Identifier: MIT
"""A fitted classifier in a few lines of HTML, for notebooks."""
from __future__ import annotations

import inspect
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dhgak._classifier import DHGAKClassifier

_MOST_CLASSES = 12


def summary_of(classifier: DHGAKClassifier) -> str:
    """A small table. Whatever users name is escaped."""
    model = classifier.model_
    rows = {"kernel": classifier._kernel_text(),
            "training graphs": f"{model.num_graphs:,}",
            "classes": _classes_text(classifier),
            "C": f"{model.C:g}, with {model.inner_score:.3g} {classifier.scoring} in inner folds",
            **{name: repr(value) for name, value in changed_parameters(classifier).items()}}
    cells = "".join(f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
                    f'<td style="text-align:left">{escape(text)}</td></tr>' for name, text in rows.items())
    return f"<table><caption>{escape(type(classifier).__name__)}</caption><tbody>{cells}</tbody></table>"


def _classes_text(classifier: DHGAKClassifier) -> str:
    sizes = classifier.model_.class_sizes
    texts = [f"{name} ({sizes[number]:,})"
             for name, number in zip(classifier.classes_[:_MOST_CLASSES], classifier.model_.classes)]
    rest = len(classifier.classes_) - len(texts)
    return ", ".join(texts) + (f" and {rest} more" if rest > 0 else "")


def changed_parameters(classifier: DHGAKClassifier) -> dict[str, Any]:
    """Those with another value than the default; the kernel has a row of its own."""
    defaults = inspect.signature(type(classifier)).parameters
    return {name: value for name, value in classifier.get_params(deep=False).items()
            if name not in ("kernel", "C") and repr(value) != repr(defaults[name].default)}
