#!/bin/sh
# The host's cores on an idle machine and on a busy one: testsuite/bench/cores.c (fine-grained regions beside plain C) as
# it is, then examples/jacobi beside two loops that keep two cores busy. Medians of runs that are interleaved; exit 1
# if fine-grained regions take more than 1.2 times as long as plain C, or the busy Jacobi more than 1.3 times.
#
# usage: bench-cores.sh [ACCRS] [fine|busy|defaults]     defaults: the spins of libgomp's own choice beside ours
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
accrs=${1:-$here/target/release/accrs}
what=${2:-all}
work=$(mktemp -d)
hogs=
cleanup() {
    for pid in $hogs; do kill "$pid" 2>/dev/null || :; done
    rm -rf "$work"
}
trap cleanup EXIT
failed=0

if [ "$what" = all ] || [ "$what" = fine ]; then
    "$accrs" -O2 --acc-target=multicore -o "$work/cores" "$here/testsuite/bench/cores.c" -lm
    "$work/cores" 1.2 || failed=1
fi
if [ "$what" = all ] || [ "$what" = busy ] || [ "$what" = defaults ]; then
    "$accrs" -O3 -march=native --acc-target=multicore -o "$work/jacobi" "$here/examples/jacobi/jacobi.c" -lm
    for _ in 1 2; do
        while :; do :; done &
        hogs="$hogs $!"
    done
    for _ in 1 2 3 4 5; do
        if [ "$what" = defaults ]; then
            GOMP_SPINCOUNT=300000 "$work/jacobi" 60 | sed -n 's/.*ratio \([0-9.]*\).*/libgomp \1/p'
        fi
        "$work/jacobi" 60 | sed -n 's/.*ratio \([0-9.]*\).*/accrs \1/p'
    done > "$work/ratios"
    sort "$work/ratios" | awk -v limit=1.3 '
        { all[$1] = all[$1] " " $2; n[$1]++ }
        END {
            for (who in all) {
                split(all[who], r, " ")
                m = 1 / r[int((n[who] + 1) / 2)]
                printf "Jacobi beside two busy loops, %s'\''s spins: %.2f times serial (%.2f to %.2f)\n", who, m, 1 / r[n[who]], 1 / r[1]
                if (who == "accrs" && m > limit) bad = 1
            }
            exit bad
        }' || failed=1
fi
exit $failed
