# SPDX-License-Identifier: MIT
"""docs/python.md says the truth."""
import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_examples_of_the_tutorial_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    assert len(blocks) >= 7
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0
