#!/bin/sh
# Compiles and runs a real OpenACC program: Jacobi on a 2048 x 2048 grid, checked against
# the serial code, timed beside it.
set -eu
cd "$(dirname "$0")/.."
out=target/demo
mkdir -p "$out"
echo "\$ accrs -O3 -march=native -Minfo=accel -o jacobi examples/jacobi/jacobi.c -lm"
target/release/accrs -O3 -march=native -Minfo=accel -o "$out/jacobi" examples/jacobi/jacobi.c -lm
echo "\$ ./jacobi"
"$out/jacobi"
