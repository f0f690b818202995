want autoconf automake make
cp -r "$EXAMPLES/heat" tree
cd tree/autoconf
autoreconf -i
./configure CC=accrs >log || fail "$(cat log)"
grep -q 'checking whether the compiler supports GNU C... yes' log || fail "$(cat log)"
make
heat_runs ./heat
make check >log || fail "$(cat log)"
grep -q '^# PASS:  1' log || fail "$(cat log)"
