#!/usr/bin/env python3
"""Holds every stage to the DEPENDS of its dhgak_stage() line: data flows one way.

    check_layers.py [BUILD_FOLDER]

A stage may include headers only of the stages it depends on. With a build folder its object files
are looked at, too: they may refer only to functions and data that these stages define, so that no
forward declaration or header of another stage leads back. No two headers may define types of the
same name.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAGE = re.compile(r"dhgak_stage\((\w+)(.*?)\)", re.S)
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)[^;{]*\{", re.M)
INCLUDE = re.compile(r'#include "(?:dhgak/)?([\w/]+)/[\w.-]+\.h"')


def allowed_stages():
    allowed = {}
    for lists in sorted(ROOT.glob("src/**/CMakeLists.txt")):
        for name, body in STAGE.findall(lists.read_text()):
            depends = re.search(r"DEPENDS((?:\s+(?!SOURCES|LINK)\w+)*)", body)
            allowed[name] = {name, *(depends.group(1).split() if depends else [])}
    return allowed


def stage_of(folder, allowed):
    """The stage of a folder's files: kernels/colors is the stage kernels_colors, graph/tu is in graph."""
    words = folder.split("/")
    return next((name for n in range(len(words), 0, -1) if (name := "_".join(words[:n])) in allowed), None)


def include_faults(allowed):
    for top in (ROOT / "include/dhgak", ROOT / "src"):
        for path in sorted([*top.glob("*/**/*.h"), *top.glob("*/**/*.cpp")]):
            stage = stage_of(path.parent.relative_to(top).as_posix(), allowed)
            for folder in INCLUDE.findall(path.read_text()) if stage else ():
                used = stage_of(folder, allowed)
                if used and used not in allowed[stage]:
                    yield f"{path.relative_to(ROOT)}: {stage} must not include {used}"


def type_faults():
    """Two types of one name in the library's one namespace: the linker would mix their inline functions."""
    homes = {}
    for path in sorted([*ROOT.glob("include/**/*.h"), *ROOT.glob("src/**/*.h")]):
        for name in TYPE.findall(path.read_text()):
            homes.setdefault(name, []).append(str(path.relative_to(ROOT)))
    for name, places in homes.items():
        if len(places) > 1:
            yield f"{name} is defined in {' and in '.join(places)}; rename one"


def objects_of(build, allowed):
    """(source, stage, object file) of everything under src/ that the build compiles."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        output = re.search(r" -o (\S+) ", entry["command"])[1]
        target = re.search(r"/dhgak_(\w+)\.dir/", output)
        stage = target and next((s for s in (target[1], target[1].split("_")[0]) if s in allowed), None)
        if stage:
            yield source, stage, pathlib.Path(entry["directory"]) / output


def symbols_of(path):
    """What an object file defines for all, and what it needs from others."""
    defined, needed = set(), set()
    listing = subprocess.run(["nm", "--extern-only", "--format=posix", path],
                             check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        name, kind = line.split()[:2]
        if kind == "U":
            needed.add(name)
        elif kind in "TDBR":  # weak ones are inline, and everywhere
            defined.add(name)
    return defined, needed


def link_faults(build, allowed):
    objects = [(source, stage, *symbols_of(path)) for source, stage, path in objects_of(build, allowed)]
    if {stage for _, stage, _, _ in objects} != set(allowed):
        sys.exit(f"{build}: has not all stages; build it first")
    definer = {name: stage for _, stage, defined, _ in objects for name in defined}
    found = sorted({(source, stage, definer[name], name)
                    for source, stage, _, needed in objects for name in needed
                    if name in definer and definer[name] not in allowed[stage]})
    names = subprocess.run(["c++filt"], input="\n".join(fault[3] for fault in found),
                           check=True, capture_output=True, text=True).stdout.splitlines()
    for (source, stage, used, _), name in zip(found, names):
        where = source.relative_to(ROOT) if source.is_relative_to(ROOT) else source
        yield f"{where}: {stage} must not need {used}, which defines {name}"


def main():
    allowed = allowed_stages()
    faults = [*include_faults(allowed), *type_faults()]
    if len(sys.argv) > 1:
        faults += link_faults(pathlib.Path(sys.argv[1]).resolve(), allowed)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
