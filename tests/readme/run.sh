#!/usr/bin/env bash
# Runs every line of the README's sh block, and shows each to work as printed.
#   run.sh BUILD_FOLDER README
set -euo pipefail
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
sed -n '/^```sh$/,/^```$/p' "$2" | grep '^build/dhgak' > "$scratch/commands"
[ -s "$scratch/commands" ] || { echo "no commands in $2"; exit 1; }
mkdir "$scratch/build"
ln -s "$(realpath "$1")/dhgak" "$scratch/build/dhgak"
cd "$scratch"
while read -r command; do
    echo "+ $command"
    bash -euo pipefail -c "$command" </dev/null
done < commands
