# SPDX-License-Identifier: MIT
"""Plugins are loaded from where dhgak is installed and from nowhere else; one of another build is not loaded.

    plugins.py program BUILD_FOLDER      what `cmake --install` makes of it
    plugins.py package                   the package of the Python that runs this

Works on a copy, away from where it was installed. Libraries that leave a note when they run are put into every
folder that the copied files name and that could be made, as somebody else might; the loader's own log says
what was opened.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAME = "libdhgak_rdkit.so"


def build_planted(scratch: Path, mark: str) -> Path:
    """A library that says so when it is loaded, and passes for a plugin by `mark`."""
    source = scratch / "planted.cpp"
    source.write_text(f"""#include <fstream>
__attribute__((constructor)) static void ran() {{ std::ofstream("{scratch}/ran") << "ran"; }}
extern "C" const char* dhgak_rdkit_plugin() {{ return "{mark}"; }}""")
    library = scratch / f"planted{len(list(scratch.glob('planted*.so')))}.so"
    subprocess.run(["c++", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def named_folders(files: list[Path]) -> set[Path]:
    """The absolute paths in the files' text, and the folders they lie in."""
    folders = set()
    for file in files:
        for text in re.findall(rb"/[\w.+~-]+(?:/[\w.+~-]+)+", file.read_bytes()):
            path = Path(text.decode())
            folders |= {path, path.parent}
    return folders


def make(folder: Path) -> Path | None:
    """Makes it with its parents and returns the topmost that was missing."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[-1] if missing else None


class Installed:
    def __init__(self, scratch: Path, command: list, env: dict, right: Path, elsewhere: set[Path]):
        self.scratch, self.command, self.right, self.elsewhere = scratch, command, right, elsewhere
        self.work = scratch / "work"
        self.work.mkdir(exist_ok=True)
        (self.work / "x.smi").write_text("smiles kind\n" + "".join(f"{'C' * n}O {n % 2}\n" for n in range(1, 9)))
        self.env = os.environ | env | {"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(scratch / "log"),
                                       "HOME": str(self.work), "LD_LIBRARY_PATH": str(self.work)}

    def run(self, code: int, says: str, opens: set[Path], runs: bool = False) -> None:
        for log in self.scratch.glob("log.*"):
            log.unlink()
        done = subprocess.run(self.command, cwd=self.work, env=self.env, capture_output=True, text=True)
        text = done.stdout + done.stderr
        assert done.returncode == code and says in text, f"{done.returncode}, not {code} with '{says}': {text[-2000:]}"
        logs = "".join(log.read_text() for log in self.scratch.glob("log.*"))
        assert "calling init" in logs, "the loader wrote no log"
        opened = {Path(os.path.normpath(path)) for path in re.findall(r"file=(\S*libdhgak_\S*?\.so)", logs)}
        assert opened == opens, f"opened {opened}, not {opens}"
        ran = self.scratch / "ran"
        assert ran.exists() == runs, f"a planted library {'ran' if not runs else 'did not run'}"
        ran.unlink(missing_ok=True)

    def check(self, mark: str, fails: int) -> None:
        self.run(0, "", {self.right})
        planted = build_planted(self.scratch, mark)
        made = []
        try:
            for folder in self.elsewhere | {self.work, self.work / "lib", self.work / "build"}:
                if not (folder / NAME).exists():  # the folder of a build has one that is as good
                    made.append(make(folder))
                    shutil.copy(planted, folder / NAME)
                    made.append(folder / NAME)
            self.run(0, "", {self.right})
            self.right.unlink()
            self.run(fails, "which is not where dhgak is installed", set())
            shutil.copy(build_planted(self.scratch, mark.replace(" of ", " of 9")), self.right)
            self.run(fails, "belongs to another build", set())
            # That the test would notice. What comes back is no plugin, and may end in any way.
            shutil.copy(planted, self.right)
            subprocess.run(self.command, cwd=self.work, env=self.env, capture_output=True)
            assert (self.scratch / "ran").exists(), "a planted library with the right mark in the right place did not run"
        finally:
            (self.scratch / "ran").unlink(missing_ok=True)
            for path in filter(None, made):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def makeable(folders: set[Path], known: list[Path]) -> set[Path]:
    """Those that may be made without harm: under the temporary folder or a known one; not what is a file."""
    roots = [Path(tempfile.gettempdir()), *known]
    return {f for f in folders if any(r in f.parents for r in roots) and (f.is_dir() or not f.exists())
            and not any(p.is_file() for p in f.parents)}


def mark_of(program: Path) -> str:
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    return f"dhgak plugin of {version};"


def check_program(scratch: Path, build: Path) -> None:
    first = scratch / "first"
    subprocess.run(["cmake", "--install", build, "--prefix", first], check=True, stdout=subprocess.DEVNULL)
    moved = scratch / "moved"
    first.rename(moved)
    program = moved / "bin" / "dhgak"
    right, = moved.glob(f"lib*/**/{NAME}")
    libraries = right.parent.relative_to(moved)
    for file in (program, *right.parent.glob("libdhgak*")):
        assert str(build).encode() not in file.read_bytes(), f"{file.name} names the folder it was built in"
    elsewhere = makeable(named_folders([program, right]), [build]) | {first / libraries, first / "bin", moved}
    Installed(scratch, [program, "info", "x.smi"], {}, right, elsewhere).check(mark_of(program), 2)
    # Alone in a folder that is not called `bin`: what lies beside that one is anybody's.
    alone = moved / "tools" / "dhgak"
    alone.parent.mkdir()
    shutil.copy(program, alone)
    Installed(scratch, [alone, "info", "x.smi"], {}, right, set()).run(2, "which is not where dhgak is", set())


def check_package(scratch: Path) -> None:
    import dhgak

    package = scratch / "site" / "dhgak"
    shutil.copytree(Path(dhgak.__file__).parent, package)
    right, core = package / "bin" / NAME, next(package.glob("_core*.so"))
    program = package / "bin" / "dhgak"
    elsewhere = makeable(named_folders([core, program, right]), []) | {scratch / "site", scratch / "site" / "lib",
                                                                       scratch / "lib"}
    original = right.read_bytes()
    # The module alone: what else the package imports would be most of the time and of the log.
    load = f"""from importlib.util import module_from_spec, spec_from_file_location as spec
of = spec("dhgak._core", "{core}")
module = module_from_spec(of)
of.loader.exec_module(module)
print(len(module.Dataset.read("x.smi")))"""
    for command, fails in [([sys.executable, "-c", load], 1), ([program, "info", "x.smi"], 2)]:
        right.write_bytes(original)
        Installed(scratch, command, {}, right, elsewhere).check(mark_of(program), fails)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve()
        if sys.argv[1] == "program":
            check_program(scratch, Path(sys.argv[2]).resolve())
        else:
            check_package(scratch)
