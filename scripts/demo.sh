#!/bin/sh
# The first program of the README: heat in a plate, as plain C by the host compiler, and with its one directive by accrs. Both print the same; the last
# line says how many times as fast accrs's is.
set -eu
cd "$(dirname "$0")/.."
out=target/demo
mkdir -p "$out"
awk '/^```c plate.c$/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md >"$out/plate.c"

echo "\$ cc -O3 -march=native -o serial plate.c"
${CC:-cc} -O3 -march=native -Wno-unknown-pragmas -o "$out/serial" "$out/plate.c"
echo "\$ accrs -O3 -march=native -o plate plate.c"
target/release/accrs -O3 -march=native -o "$out/plate" "$out/plate.c"

# The best of three runs each, in turns, in milliseconds.
timed() { # program
    start=$(date +%s%N)
    ACCRS_STATS=$out/$1.json "$out/$1" >"$out/$1.said"
    echo $((($(date +%s%N) - start) / 1000000))
}
serial= plate=
for _ in 1 2 3; do
    for program in serial plate; do
        took=$(timed "$program")
        eval "best=\$$program"
        if [ -z "$best" ] || [ "$took" -lt "$best" ]; then eval "$program=$took"; fi
    done
done
for program in serial plate; do
    eval "best=\$$program"
    echo "\$ ./$program"
    cat "$out/$program.said"
    echo "    $best ms"
done
cmp -s "$out/serial.said" "$out/plate.said" || { echo "the two differ" >&2; exit 1; }

echo "\$ accrs -Minfo=accel: what became of each loop, and why"
target/release/accrs -O3 -march=native -Minfo=accel -c -o "$out/plate.o" "$out/plate.c" 2>&1 | cut -c1-150

case $(sed -n 's/.*"kernels":\([0-9]*\).*/\1/p' "$out/plate.json") in
'' | 0) where="${OMP_NUM_THREADS:-$(nproc)} cores" ;;
*) where="the GPU" ;;
esac
awk -v serial="$serial" -v plate="$plate" -v where="$where" \
    'BEGIN { printf "\nThe same answer, %.1f times as fast as serial C, on %s.\n", serial / (plate > 0 ? plate : 1), where }'
