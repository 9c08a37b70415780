#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds to the NOTICES of an unpacked wheel what the licences of the libraries say that auditwheel copied into it.

    wheel_notices.py FOLDER
"""
import re
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
notices = folder / "dhgak" / "NOTICES"
text = notices.read_text()
known = {}
for line in subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout.splitlines():
    if "=>" in line:
        name, path = line.split("=>")
        known.setdefault(name.split()[0], Path(path.strip()).resolve())

packages = {}
for library in sorted(folder.glob("dhgak.libs/*")):
    # auditwheel puts a part of the checksum into the name: libzip-1a2b3c4d.so.5.5
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", library.name)
    path = known.get(name) or next(p for p in known.values() if p.name == name)
    found = subprocess.run(["dpkg-query", "-S", str(path), str(path).removeprefix("/usr")],
                           capture_output=True, text=True).stdout
    packages.setdefault(found.split(":")[0], []).append(library.name)

line = "=" * 78
for package, libraries in packages.items():
    said = Path(f"/usr/share/doc/{package}/copyright").read_text()
    if len(said) > 500_000:  # Boost: as in cmake/notices.cmake, the licence itself
        said = "License: BSL-1.0\n" + re.search(r"\nLicense: BSL-1.0\n( Boost Software License.*?)\n\n", said,
                                               re.DOTALL)[1]
    text += f"{line}\n{package}\n{line}\n\nCopied into the wheel: {' '.join(libraries)}\n\n{said}\n\n"
for licence in Path("/usr/share/common-licenses").iterdir():
    mentioned = re.search(rf"/common-licenses/{re.escape(licence.name)}(?![\w-]|\.\d)", text)
    if mentioned and f"{line}\n{licence}\n" not in text:
        text += f"{line}\n{licence}\n{line}\n\n{licence.read_text()}\n\n"
notices.write_text(text)
