#!/usr/bin/env bash
# Every kernel through every command that takes one, on the embedded data. Nothing may crash, and no
# sanitizer may complain: `ctest --preset asan -R every_kernel` looks into the whole program.
#   every_kernel.sh PROGRAM
set -euo pipefail
program="$(realpath "$1")"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
learn="--inner-folds 2 --C 1,100"
commands=0

# dhgak's arguments; exit code 2 is an answer only where `refusal` says which.
try() {
    local code=0
    commands=$((commands + 1))
    "$program" --quiet "$@" >out 2>err || code=$?
    if grep -qE 'Sanitizer|runtime error' err || [ $code -gt 2 ]; then
        cat err >&2
        echo "exit code $code: dhgak $*" >&2
        exit 1
    fi
    [ $code -eq 0 ] || grep -qE "${refusal:-no refusal}" err || { cat err >&2; echo "dhgak $*" >&2; exit 1; }
}

kernels=$("$program" list | sed -n '/^--kernel/,/^$/p' | sed -nE 's/^  ([a-z0-9-]+) .*/\1/p')
[ "$(wc -w <<<"$kernels")" -gt 15 ]
for kernel in $kernels wl:edges=yes wwl:compat=package retgk:features=20 gntk:blocks=1,jumps=yes; do
    options="--kernel $kernel"
    case $kernel in
        dhgak | dhgak-oa | dgak) options+=" --H 1 --T 1" ;;
        dhw) options+=" --H 1" ;;
        gntk | graphqntk) options+=":blocks=1" ;;
    esac
    try cv demo $options $learn --folds 2 --json run.json
    try cv demo $options $learn --folds 2 --inductive
    try fit demo $options $learn --probability -o model.dhgak
    try model model.dhgak
    try predict model.dhgak demo --probability -o rows.csv
    refusal="no explicit features" try transform model.dhgak demo -o features.npz
    refusal="no explicit features" try features demo $options -o features.npz
    refusal="cannot be led back" try explain model.dhgak demo --graph 3
    refusal="cannot be led back" try explain model.dhgak demo --pair 3 4
    refusal="built without" try report run.json --model model.dhgak --data demo -o page.html
    try kernel demo $options -o gram.npy
    try plot gram.npy -o gram.svg
done
try search demo --kernel dhgak-oa,wl,dhw --H 0,1 --b 0 --alpha 0.6 --cluster-factor 0.5 --T 1 \
    --refine 0/0,1 --folds 2 $learn --journal journal --json search.json
try plot search.json -o search.pdf
try compare demo --kernels dhgak-oa,wl,sp --H 1 --T 1 --folds 2 $learn --json compare.json
try plot compare.json -o compare.svg
try cv demo --cluster gmm,dbscan,kmeans:levels=2 --nlm label --H 1 --T 1 --folds 2 $learn
try cv demo --nlm w2v:train=gensim --H 1 --T 1 --folds 2 $learn
try generate --graphs 400 -o graphs
try fit graphs --codebook-graphs 100 --learner linear -o model.dhgak
try predict model.dhgak graphs -o rows.jsonl
echo "$commands commands"
