#!/usr/bin/env bash
# Builds the wheel, installs it into a bare virtual environment and tries what it brings.
#   wheel.sh SOURCE_FOLDER
set -euo pipefail
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
"$1/tools/wheel" "$scratch"
python3 -m venv "$scratch/env"
# What it asks for comes in the versions that are tested.
sed -n 's/^\([^ ]*==[^ ;]*\)\( ;[^\]*\)\?.*/\1\2/p' "$1/python/requirements.txt" > "$scratch/versions"
"$scratch/env/bin/pip" install --quiet --disable-pip-version-check --constraint "$scratch/versions" "$scratch"/dhgak-*.whl
cp "$1/python/tests/try_wheel.py" "$scratch"
cd "$scratch"
env/bin/python try_wheel.py
env/bin/dhgak demo --H 1
