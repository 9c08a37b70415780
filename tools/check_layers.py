#!/usr/bin/env python3
"""Holds every stage to the DEPENDS of its dhgak_stage() line: data flows one way."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAGE = re.compile(r"dhgak_stage\((\w+)(.*?)\)", re.S)
INCLUDE = re.compile(r'#include "(?:dhgak/)?(\w+)/[\w/]+\.h"')


def allowed_stages():
    allowed = {}
    for lists in sorted(ROOT.glob("src/**/CMakeLists.txt")):
        for name, body in STAGE.findall(lists.read_text()):
            depends = re.search(r"DEPENDS((?:\s+(?!SOURCES|LINK)\w+)*)", body)
            allowed[name] = {name, *(depends.group(1).split() if depends else [])}
    return allowed


def main():
    allowed = allowed_stages()
    faults = []
    for stage, stages in allowed.items():
        files = [*ROOT.glob(f"include/dhgak/{stage}/**/*.h"), *ROOT.glob(f"src/{stage}/**/*")]
        for path in files:
            if path.suffix not in {".h", ".cpp"}:
                continue
            for used in INCLUDE.findall(path.read_text()):
                if used in allowed and used not in stages:
                    faults.append(f"{path.relative_to(ROOT)}: {stage} must not include {used}")
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
