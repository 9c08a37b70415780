# SPDX-License-Identifier: MIT
"""What pip installs is named by version and checksum, everywhere."""
import re
import subprocess
import sys
from pathlib import Path

root = Path(sys.argv[1])
try:
    files = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True).stdout.split("\n")
except (OSError, subprocess.CalledProcessError):
    sys.exit(77)

locked = [name for name in files if name.endswith("requirements.txt")]
assert len(locked) >= 4, locked
for name in locked:
    text = re.sub(r"^#.*\n", "", (root / name).read_text(), flags=re.MULTILINE)
    assert "://" not in text, f"{name} names a host"
    entries = re.split(r"\n(?=\S)", text.strip())
    for entry in entries:
        assert re.match(r"[\w.\[\]-]+==[\w.]+ ", entry) and "--hash=sha256:" in entry, f"{name}: {entry}"
    wanted = (root / name).with_suffix(".in").read_text()
    for package in re.findall(r"^[\w-]+", wanted, re.MULTILINE):
        assert re.search(rf"^{package}==", text, re.MULTILINE), f"{name} lacks {package}: run tools/lock"

# Tools that build the package, in the versions that are tested.
tools = re.findall(r'"([\w-]+==[\d.]+)"', re.search(r"^requires = (.*)", (root / "pyproject.toml").read_text(),
                                                   re.MULTILINE)[1])
assert len(tools) == 2, tools
for tool in tools:
    assert f"\n{tool} " in (root / "python/requirements.txt").read_text(), f"{tool} of pyproject.toml: run tools/lock"

for name in files:
    path = root / name
    if name.startswith(("tools/", "bench/", "tests/", "python/tests/", "fuzz/", ".ci/")) and path.is_file():
        text = path.read_bytes().decode("utf-8", "replace")
        if text.startswith("#!") and "bash" in text.split("\n")[0]:
            for line in re.findall(r"^.*bin/pip\"? install.*$", text, re.MULTILINE):
                assert re.search(r"--require-hashes|--no-deps|==\d|--constraint", line), f"{name}: {line.strip()}"
