#!/bin/sh
# What compiling costs: files of 100, 200, 400 and 800 small constructs as users write them (20 to a function), compiled with
# `accrs -O2 -c` for the default targets, and beside it with `gcc -fopenacc` and plain gcc. Prints seconds of CPU time,
# which other work on the machine hardly changes: the whole run's, the host compiler's part and accrs's own. Exit 1 if 400
# constructs take more than 5 s, or twice as many more than 2.5 times as long.
#
# usage: bench-compile.sh [ACCRS] [N...]      bench-compile.sh --print N     the file itself
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

# N constructs: ten kinds in turn, in functions of twenty.
source_of() {
    awk -v n="$1" '
        function open(f) {
            printf "void step%d(int n, int m, int t, double * restrict a, double *b, double *c, int *mark)\n{\n", f
            print "    double sum = 0, most = 0;\n    int hits = 0;"
        }
        function close_it() { print "    if (sum + most + hits > 1e30)\n        a[0] = sum;\n}\n" }
        BEGIN {
            print "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
            print "#define AT(i, j) ((i) * m + (j))\n"
            for (k = 0; k < n; k++) {
                if (k % 20 == 0)
                    open(k / 20)
                kind = k % 10
                if (kind == 0) {
                    print "#pragma acc enter data copyin(a[0:n * m], mark[0:n]) create(b[0:n * m])"
                } else if (kind == 1) {
                    print "#pragma acc parallel loop reduction(+:sum) copyin(a[0:n * m], c[0:n])"
                    print "    for (int i = 0; i < n; i++)"
                    printf "        sum += a[i] * c[i] + %d;\n", k
                } else if (kind == 2) {
                    print "#pragma acc parallel loop collapse(2) present(a[0:n * m], b[0:n * m])"
                    print "    for (int i = 1; i < n - 1; i++)\n        for (int j = 1; j < m - 1; j++)"
                    printf "            b[AT(i, j)] = 0.25 * (a[AT(i, j - 1)] + a[AT(i, j + 1)] + a[AT(i - 1, j)] + a[AT(i + 1, j)]) + %d;\n", k
                } else if (kind == 3) {
                    print "#pragma acc kernels copyin(b[0:n * m], mark[0:n]) copy(a[0:n * m])\n    {"
                    print "        for (int i = 0; i < n; i++)\n            for (int j = 0; j < m; j++)"
                    printf "                a[AT(i, j)] = b[AT(i, j)] * %d;\n", k
                    print "        for (int i = 0; i < n; i++)\n            a[AT(i, 0)] = mark[i];\n    }"
                } else if (kind == 4) {
                    print "#pragma acc data copyin(a[0:n * m]) copyout(c[0:n])\n    {"
                    print "#pragma acc parallel loop gang present(a[0:n * m], c[0:n])"
                    print "        for (int i = 0; i < n; i++) {\n            double row = 0;"
                    print "#pragma acc loop vector reduction(+:row)"
                    print "            for (int j = 0; j < m; j++)"
                    printf "                row += fabs(a[AT(i, j)]) * %d;\n", k
                    print "            c[i] = row;\n        }\n    }"
                    k++ # the one inside counts
                    kind = 5
                } else if (kind == 6) {
                    print "#pragma acc update self(a[0:n]) device(mark[0:n]) async(t)"
                } else if (kind == 7) {
                    print "#pragma acc parallel loop async(t) copyin(mark[0:n]) copy(b[0:n]) num_gangs(64) vector_length(64)"
                    print "    for (int i = 0; i < n; i++)\n        if (mark[i])"
                    printf "            b[i] += sqrt(b[i] + t) / %d;\n", k + 1
                } else if (kind == 8) {
                    print "#pragma acc parallel loop reduction(max:most) reduction(+:hits) copyin(b[0:n * m]) if(n > 100) wait(t)"
                    print "    for (int i = 0; i < n * m; i++) {"
                    printf "        most = fmax(most, b[i] - %d);\n", k
                    print "        hits += b[i] > 0;\n    }"
                } else if (kind == 9) {
                    print "#pragma acc exit data copyout(a[0:n * m]) delete(b, mark) finalize"
                }
                if (k % 20 == 19)
                    close_it()
            }
            if (n % 20 != 0)
                close_it()
        }'
}

if [ "${1:-}" = --print ]; then
    source_of "${2:-400}"
    exit
fi

accrs=$here/target/release/accrs
case ${1:-} in
    '' | [0-9]*) ;;
    *) accrs=$1; shift ;;
esac
[ $# -gt 0 ] || set -- 100 200 400 800
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Seconds of CPU time, outside the kernel, that a command and its children take: the least of three runs.
cpu() {
    for _ in 1 2 3; do
        ("$@" >/dev/null 2>said || { cat said >&2; exit 2; }; times) |
            awk 'NR == 2 { split($1, t, /[ms]/); printf "%.2f\n", 60 * t[1] + t[2] }'
    done | sort -n | head -1
}

for n in "$@"; do
    source_of "$n" > "$n.c"
    "$accrs" -O2 --emit=host -o "$n.acc.c" "$n.c"
    all=$(cpu "$accrs" -O2 -c -o o.o "$n.c")
    host=$(cpu cc -O2 -fopenmp -x cpp-output -c -o o.o "$n.acc.c")
    own=$(cpu "$accrs" -O2 --emit=host -o o.c "$n.c")
    openacc=$(cpu gcc -O2 -fopenacc -foffload=disable -c -o o.o "$n.c" 2>why)
    plain=$(cpu cc -O2 -c -o o.o "$n.c")
    echo "$n $all $host $own ${openacc:--} $plain"
done | awk '
    NR == 1 { print "constructs  accrs  (its host compiler, itself)  gcc -fopenacc  plain cc" }
    {
        printf "%10d %6.2f  (%.2f, %.2f) %28s %9.2f\n", $1, $2, $3, $4, $5, $6
        took[$1] = $2
        if ($1 == 400 && $2 > 5) { print "  400 constructs take more than 5 s"; bad = 1 }
        if (took[$1 / 2] && $2 > 2.5 * took[$1 / 2]) { print "  more than 2.5 times what half as many take"; bad = 1 }
    }
    END { exit bad }'
