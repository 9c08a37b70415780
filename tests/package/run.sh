#!/usr/bin/env bash
# Installs the build into an empty folder, then builds and runs a user's project against it: one
# program of our own, and the one that the README shows.
#   run.sh BUILD_FOLDER SOURCE_FOLDER README
set -euo pipefail
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --prefix "$scratch/prefix" >/dev/null
cp -r "$2" "$scratch/source"
sed -n '/^```cpp$/,/^```$/p' "$3" | sed '1d;$d' > "$scratch/source/readme.cpp"
cmake -S "$scratch/source" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$scratch/build" >/dev/null
"$scratch/build/user"
"$scratch/build/readme"
