#!/usr/bin/env bash
# Installs the build into an empty folder, then builds and runs a user's project against it: one
# program of our own, and those that the README and docs/models.md show. The package must not ask for what only the
# program or only building needs.
#   run.sh BUILD_FOLDER SOURCE_FOLDER README
set -euo pipefail
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --prefix "$scratch/prefix" >/dev/null
if grep -rniE 'cli11|spdlog|nlohmann|eigen|lemon|boost' "$scratch"/prefix/lib*/cmake \
    "$scratch"/prefix/lib/*/cmake 2>/dev/null; then
    echo "the package asks users for more than the library needs" >&2
    exit 1
fi
if grep -rlE '#include <(fmt|nlohmann|Eigen|boost|lemon|spdlog|CLI|zip|svm|hwy|tbb)' \
    "$scratch/prefix/include"; then
    echo "a header includes what a user may not have" >&2
    exit 1
fi
for file in LICENSE NOTICES; do
    [ -s "$scratch/prefix/share/doc/dhgak/$file" ] || { echo "$file is not installed" >&2; exit 1; }
done
cp -r "$2" "$scratch/source"
sed -n '/^```cpp$/,/^```$/p' "$3" | sed '1d;$d' > "$scratch/source/readme.cpp"
sed -n '/^```cpp$/,/^```$/p' "$(dirname "$3")/docs/models.md" | sed '1d;$d' > "$scratch/source/models.cpp"
cmake -S "$scratch/source" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$scratch/build" >/dev/null
cd "$scratch"
"$scratch/build/user"
"$scratch/build/readme"
"$scratch/build/models"
