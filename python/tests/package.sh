#!/usr/bin/env bash
# Installs the package by `pip install .` and runs the tests of python/tests against it.
#   package.sh SOURCE_FOLDER [PYTEST_OPTION ...]
set -euo pipefail
cd "$1"; shift
tools/python_env .venv-python
CXX=${CXX:-c++} .venv-python/bin/pip install --quiet --no-deps --no-build-isolation --force-reinstall .
.venv-python/bin/python tests/package/plugins.py package
.venv-python/bin/python -m pytest --quiet python/tests "$@"
