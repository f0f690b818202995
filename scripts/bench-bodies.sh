#!/bin/sh
# What big loop bodies cost: one construct whose innermost loop has 100 to 5000 references to memory, as solvers with
# unrolled blocks have them. Prints seconds of CPU time, which other work on the machine hardly changes, that accrs itself takes
# (`--emit=plan`, then `--emit=host` for all that it generates), and with it microseconds for each reference. Exit 1 if the most
# references of a kind take more for each than 1.5 times what 500 take, or if 2000 take more than 5 s.
#
# kinds: blocks    elements of 5x5 blocks by constants, in arrays of many dimensions; a recurrence along i
#        linear    the same with linearised subscripts
#        private   blocks in small arrays of each iteration's own, declared inside or by a clause
#        stencil   neighbours up to two elements away, in three directions
#        arrays    a hundred arrays: restricted pointers, and pointers that data clauses tell apart
#        branches  blocks and neighbours under conditions
#        scalars   straight-line code with as many temporaries as references
#
# usage: bench-bodies.sh [-k KIND] [ACCRS] [N...]      bench-bodies.sh --print KIND N     the file itself
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
kinds="blocks linear private stencil arrays branches scalars"

# A file of this kind with about N references.
source_of() {
    awk -v kind="$1" -v n="$2" '
        # The next of a fixed sequence of numbers below m.
        function pick(m) { seed = (seed * 1021 + 12345) % 65536; return int(seed / 7) % m }
        function shift(by) { by = pick(5) - 2; return by < 0 ? " - " (-by) : by > 0 ? " + " by : "" }
        function near(name) { return name "[i" shift() "][j" shift() "][k" shift() "]" }
        function row(name) { return name "[(i" shift() ") * ny + j" shift() "]" }
        function block(a, b, c) { return "[i][j][k][" a "][" b "][" c "]" }
        function flat(a, b, c) { return "[(((long)i * ny + j) * nz + k) * 75 + " a " * 25 + " b " * 5 + " c "]" }
        function line(text) { print "                " text }
        function start(parameters, clauses) {
            print "enum { M = 66 };"
            print "static double lhs[M][M][M][3][5][5], vec[M][M][M][5], to[M][M][M], from[M][M][M], other[M][M][M];"
            print "void f(int nx, int ny, int nz, double coeff" parameters ")\n{\n" declared
            print "#pragma acc kernels loop" clauses "\n    for (int i = 2; i < nx - 2; i++)"
            print "        for (int j = 2; j < ny - 2; j++)\n            for (int k = 2; k < nz - 2; k++) {"
        }
        # Steps of an elimination: seven references each.
        function eliminate(count,  a, b, c, d) {
            for (; count > 0; count -= 7) {
                a = pick(3); b = pick(5); c = pick(5); d = pick(5)
                line("lhs" block(a, b, c) " = lhs" block(a, b, c) " - coeff * lhs" block(a, d, c) ";")
                line("vec[i][j][k][" b "] = vec[i][j][k][" b "] - lhs" block(1, d, c) " * vec[i - 1][j][k][" d "];")
            }
        }
        function smooth(count) {
            for (; count > 0; count -= 4)
                line("to[i][j][k] += " near("from") " * " near("from") " - " near("other") ";")
        }
        function blocks() { start("", ""); eliminate(n) }
        function stencil() { start("", ""); smooth(n) }
        function linear(count,  a, b, c, d) {
            start(", double * restrict l, double * restrict r", " copy(l[0:nx * ny * nz * 75])")
            for (count = n; count > 0; count -= 4) {
                a = pick(3); b = pick(5); c = pick(5); d = pick(5)
                line("l" flat(a, b, c) " = l" flat(a, b, c) " - coeff * l" flat(1, d, c) " * r" flat(2, d, b) ";")
            }
        }
        function private(count,  b, c, d) {
            declared = "    double mine[5][5], sum[5];"
            start("", " collapse(3) private(mine, sum)")
            line("double own[5][5];")
            for (b = 0; b < 25; b++) {
                c = "[" int(b / 5) "][" b % 5 "]"
                line("mine" c " = 0; own" c " = lhs[i][j][k][1]" c "; sum[" b % 5 "] = vec[i][j][k][" b % 5 "];")
            }
            for (count = n - 75; count > 0; count -= 10) {
                b = pick(5); c = pick(5); d = pick(5)
                line("mine[" b "][" c "] = mine[" b "][" c "] - coeff * own[" b "][" d "] * own[" d "][" c "];")
                line("own[" b "][" c "] = mine[" b "][" d "] + sum[" d "];")
                line("vec[i][j][k][" b "] += mine[" c "][" d "] * sum[" b "];")
            }
        }
        function arrays(count,  a) {
            for (a = 0; a < 50; a++) {
                restricted = restricted ", double * restrict r" a ", double *p" a
                copied = copied " copy(p" a "[0:nx * ny])"
            }
            start(restricted, copied)
            for (count = n; count > 0; count -= 4) {
                a = "[i * ny + j]"
                line("r" pick(50) a " += " row("p" pick(25)) " * " row("p" pick(25)) ";")
                line("p" 25 + pick(25) a " = " row("p" pick(25)) ";")
                count -= 1
            }
        }
        function branches(count) {
            start("", "")
            for (count = n; count > 0; count -= 20) {
                line("if (other[i][j][k] > " pick(99) ") {")
                eliminate(7)
                line("} else if (i > " pick(9) ") {")
                smooth(4)
                line("}\n                if (coeff > " pick(9) ")")
                smooth(4)
                line("to[i][j][k] += coeff > 1 ? " near("from") " : " near("other") ";")
            }
        }
        function scalars(count,  c, t) {
            for (c = 0; c <= n / 2; c++)
                declared = declared "    double s" c ";\n"
            start("", "")
            line("double t0 = coeff;\n                s0 = coeff;")
            for (c = 1; c <= n / 2; c++) {
                line("s" c " = s" pick(c) " * t" pick(c) " + " near("from") ";")
                line("double t" c " = s" c " - t" pick(c) ";")
                line("to[i][j][k] " (c > 1 ? "+" : "") "= t" c ";")
            }
        }
        BEGIN {
            seed = 1
            if (kind == "blocks") blocks()
            else if (kind == "linear") linear()
            else if (kind == "private") private()
            else if (kind == "stencil") stencil()
            else if (kind == "arrays") arrays()
            else if (kind == "branches") branches()
            else if (kind == "scalars") scalars()
            else { print "no such kind: " kind > "/dev/stderr"; exit 2 }
            print "            }\n}"
        }'
}

if [ "${1:-}" = --print ]; then
    source_of "${2:-blocks}" "${3:-1000}"
    exit
fi
if [ "${1:-}" = -k ]; then
    kinds=$2
    shift 2
fi
accrs=$here/target/release/accrs
case ${1:-} in
    '' | [0-9]*) ;;
    *) accrs=$1; shift ;;
esac
[ $# -gt 0 ] || set -- 100 200 500 1000 2000 5000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Seconds of CPU time, outside the kernel, that a command and its children take: the least of three runs.
cpu() {
    for _ in 1 2 3; do
        ("$@" >/dev/null 2>said || { cat said >&2; exit 2; }; times) |
            awk 'NR == 2 { split($1, t, /[ms]/); printf "%.3f\n", 60 * t[1] + t[2] }'
    done | sort -n | head -1
}

for kind in $kinds; do
    for n in "$@"; do
        source_of "$kind" "$n" > "$kind.c"
        plan=$(cpu "$accrs" -O2 --emit=plan "$kind.c")
        host=$(cpu "$accrs" -O2 --emit=host -o o.c "$kind.c")
        echo "$kind $n $plan $host"
    done
done | awk '
    NR == 1 { print "kind      references    plan    us each      all    us each" }
    {
        printf "%-9s %10d %7.2f %10.0f %8.2f %10.0f\n", $1, $2, $3, 1e6 * $3 / $2, $4, 1e6 * $4 / $2
        if ($2 == 2000 && $4 > 5) { print "  2000 references take more than 5 s"; bad = 1 }
        if ($2 == 500) base[$1] = $4 / $2
        if ($2 > 500 && base[$1] && $4 / $2 > 1.5 * base[$1]) { print "  more than 1.5 times as long for each as of 500"; bad = 1 }
    }
    END { exit bad }'
