# SPDX-License-Identifier: MIT
"""docs/python.md says the truth."""
import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)


def test_the_example_of_the_readme_runs(capsys):
    for block in blocks_of(ROOT / "README.md"):
        exec(block, {})
    assert "['ring' 'chain']" in capsys.readouterr().out


def test_examples_of_the_tutorial_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of(PAGE)
    assert len(blocks) >= 7
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0
