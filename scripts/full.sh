#!/bin/sh
# What `make test` takes in turns, all of it, on a tree that `make test` has built: before a change is handed in. A page of the guide, or a program on a
# device, may have its turn days later. About 40 minutes on two cores; a line for each suite, and what has failed.
#
# usage: full.sh [SUITE ...]
set -u
cd "$(dirname "$0")/.." || exit 1
jobs=${JOBS:-2} failed=0
[ $# -gt 0 ] || set -- builds mappings kernels drivers shown nvrtc openmp reprint run legal "check --right" races
for suite; do
    start=$(date +%s)
    # shellcheck disable=SC2086 # a suite may have options
    target/release/acctest $suite --accrs target/release/accrs -j "$jobs" >target/full.log 2>&1 || failed=1
    grep -A 3 '^FAIL' target/full.log
    echo "$suite: $(grep -E '^[0-9]+ passed' target/full.log | tail -n 1), $(($(date +%s) - start)) s"
done
exit $failed
