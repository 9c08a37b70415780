# SPDX-License-Identifier: MIT
"""The command `dhgak`, which the package brings along."""
import os
import sys
from pathlib import Path


def main() -> None:
    program = str(Path(__file__).parent / "bin" / "dhgak")
    os.execv(program, [program, *sys.argv[1:]])
