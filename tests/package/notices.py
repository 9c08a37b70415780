# SPDX-License-Identifier: MIT
"""Every Debian package whose headers are compiled into program, library and plugins has its notice.

    notices.py BUILD_FOLDER NOTICES

Which headers those are, Ninja's record of the build says. Exit code 77, skipped, without Ninja or dpkg.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

build, notices = Path(sys.argv[1]), Path(sys.argv[2]).read_text()
if not (build / ".ninja_deps").exists() or not all(map(shutil.which, ("ninja", "dpkg-query"))):
    sys.exit(77)

# The compiler's own, whose licences allow what it makes without a notice, and the system's C library.
TOOLS = r"libc6-dev|linux-libc-dev|libstdc\+\+-\d+-dev|libgcc-\d+-dev|libcrypt-dev"


def ninja(*command: str) -> str:
    return subprocess.run(["ninja", "-C", build, "-t", *command], check=True, capture_output=True, text=True).stdout


# The record also knows what is no longer built.
built = {line.split(": ")[0] for line in ninja("targets", "all").splitlines()}
headers = set()
for entry in ninja("deps").split("\n\n"):
    target = entry.lstrip().split(": ")[0]
    if target.startswith(("src/", "cli/")) and target in built:
        headers |= {line.strip() for line in entry.splitlines()[1:] if line.strip().startswith("/usr/")}
assert len(headers) > 100, f"only {len(headers)} headers of others: is {build} built?"
headers |= {str(Path(header).resolve()) for header in headers}
# Those behind links belong to no package by the name they were found under.
found = subprocess.run(["dpkg-query", "-S", *headers], capture_output=True, text=True).stdout
packages = {line.split(":")[0] for line in found.splitlines()}
packages = {package for package in packages if not re.fullmatch(TOOLS, package)}
assert {"libeigen3-dev", "nlohmann-json3-dev"} <= packages, packages
if "d3js.org" in (build / "dhgak").read_bytes().decode("latin-1"):
    packages.add("node-d3")

texts = dict(re.findall(r"={78}\n(\S+)\n={78}\n\n(.*?)(?=\n={78}\n|\Z)", notices, re.DOTALL))
for package in sorted(packages):
    text = texts.get(package, "")
    assert re.search("copyright", text, re.IGNORECASE) and "licen" in text.lower(), \
        f"{package} is compiled in, but has no notice: add it to tools/packages/program.txt or cmake/notices.cmake"
    assert "No copyright file was found" not in text, package
print(f"{len(packages)} packages, each with its notice: {' '.join(sorted(packages))}")
