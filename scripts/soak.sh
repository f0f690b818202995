#!/bin/sh
# `make test` RUNS (10) times in a row on a machine that does something else as well: two busy loops, or with SEED random
# programs from that seed on, 2,000 at a time, whose results go to target/soak/random.log. A line for each run, whose output is
# target/soak/N.log; stops at the first that fails, with its exit status.
#
# usage: soak.sh [RUNS [SEED]]
set -u
cd "$(dirname "$0")/.." || exit 1
runs=${1:-10}
seed=${2:-}
mkdir -p target/soak
load="" failed=0
trap 'for p in $load; do pkill -P "$p"; kill "$p"; done 2>/dev/null' EXIT
trap 'exit 1' INT TERM HUP
random() { # random SEED: until it is stopped
    at=$1
    while :; do
        target/release/acctest fuzz -n 40 --pieces 40 --seed "$at" --lazy --shrink 0 -j 2 --out target/soak/random
        target/release/acctest fuzz -n 10 --pieces 40 --seed "$at" --names --lazy --shrink 0 -j 2 --out target/soak/random
        at=$((at + 50))
    done
}
if [ -n "$seed" ]; then
    make build >/dev/null || exit 1
    random "$seed" >>target/soak/random.log 2>&1 &
    load=$!
else
    for _ in 1 2; do
        while :; do :; done &
        load="$load $!"
    done
fi
run=0
while [ $run -lt "$runs" ] && [ $failed -eq 0 ]; do
    run=$((run + 1))
    start=$(date +%s)
    ACCTEST_DAY=$(($(date +%s) / 86400 * 20 + run)) make test >target/soak/$run.log 2>&1 || failed=$?
    echo "run $run of $runs: $(grep -E '^[0-9]+ passed' target/soak/$run.log | tail -n 1), exit $failed, $(($(date +%s) - start)) s"
done
exit $failed
