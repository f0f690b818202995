#!/bin/sh
# The present table's benchmark: testsuite/bench/present.c with accrs on sim and, beside it in the same
# run, with gcc's libgomp over a device of malloc'ed memory (present_plugin.c), since libgomp keeps no
# table for the host. Exit 1 if a million look-ups among 100,000 ranges take accrs more than 0.25 s, or
# a range more than 200 bytes.
#
# usage: bench-present.sh [ACCRS] [LIMIT in s]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
accrs=${1:-$here/target/release/accrs}
limit=${2:-0.25}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$accrs" -O2 --acc-target=multicore,sim -o present "$here/testsuite/bench/present.c"
echo "accrs (sim)"
ACC_DEVICE_TYPE=sim ./present "$limit" || failed=1
if gcc -fopenacc -foffload=disable -O2 -DCREATE -o present_gcc "$here/testsuite/bench/present.c" 2>why &&
   gcc -O2 -fPIC -shared -DVERSION=1 -o libgomp-plugin-nvptx.so.1 "$here/testsuite/bench/present_plugin.c" 2>why; then
    echo "gcc $(gcc -dumpversion) libgomp (malloc'ed device)"
    LD_LIBRARY_PATH=. timeout 120 ./present_gcc || echo "  no figures: exit $?"
else
    echo "gcc: not here with -fopenacc:"; head -3 why
fi
exit "${failed:-0}"
