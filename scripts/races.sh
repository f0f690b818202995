#!/bin/bash
# Looks for races between the threads of a block in the kernels of the test programs and of random ones:
#
#     scripts/races.sh [part of a program's name]      FUZZ=100: so many random programs
#
# Takes minutes; see testsuite/race/detector.h. Needs addr2line (binutils).
set -eu
cd "$(dirname "$0")/.."
export ACCRS_CXX=$PWD/testsuite/race/cxx
# Programs whose threads all write the same value to one variable, as their point is.
equal='flag_write_only|kernels_scalars_kept'
found=$(mktemp)
trap 'rm -f "$found"' EXIT
target/release/acctest run --device multicore --device sim ${1+"$1"} 2>&1 | tee "$found" || true
if grep '^FAIL' "$found" | grep -vE "^FAIL ($equal) " || ! tail -1 "$found" | grep -q ' passed, '; then
    echo "races.sh: races, or failures, that aren't known" >&2
    exit 1
fi
[ $# -gt 0 ] || target/release/acctest fuzz --devices multicore,sim --seed "${SEED:-1}" -n "${FUZZ:-10}" --shrink 0
