# SPDX-License-Identifier: MIT
import subprocess
from pathlib import Path

import pytest

import dhgak


@pytest.fixture(scope="session")
def demo():
    return dhgak.datasets.demo()


@pytest.fixture(scope="session")
def program(pytestconfig):
    """Runs the command that the package brings along and gives what it prints."""
    binary = Path(dhgak.__file__).parent / "bin" / "dhgak"

    def run(*arguments):
        return subprocess.run([binary, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    return run
