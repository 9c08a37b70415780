#!/usr/bin/env bash
# Runs browser.py in a virtual environment of its own, made on the first call.
#   browser.sh BUILD_FOLDER [OPTIONS OF browser.py]
# Exit code 77 where there is no Chromium, or nothing to make the environment with.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$(realpath "$1")"
shift
command -v chromium >/dev/null || { echo "no chromium: make browser installs it"; exit 77; }
venv="$build/venv-browser"
if [ ! -e "$venv/ready" ]; then
    [ "${DHGAK_MAKE_VENV:-yes}" = yes ] || { echo "no $venv: make browser makes it"; exit 77; }
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --require-hashes --requirement "$here/requirements.txt"
    touch "$venv/ready"
fi
exec "$venv/bin/python" "$here/browser.py" "$build/dhgak" "$@"
