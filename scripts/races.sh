#!/bin/bash
# Looks for races between the threads of a block in the kernels of the test programs and of random ones:
#
#     scripts/races.sh [part of a program's name]      FUZZ=100: so many random programs
#
# Takes minutes; see testsuite/race/detector.h. Needs addr2line (binutils).
set -eu
cd "$(dirname "$0")/.."
export ACCRS_CXX=$PWD/testsuite/race/cxx
target/release/acctest run --device multicore --device sim ${1+"$1"}
[ $# -gt 0 ] || target/release/acctest fuzz --devices multicore,sim --seed "${SEED:-1}" -n "${FUZZ:-10}" --shrink 0
