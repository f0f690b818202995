# turn: 1 of 2
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
# With flags of nvc's, some of which have no effect.
make distclean >/dev/null
./configure CC=accrs CFLAGS="-fast -acc -traceback -Minfo=accel -Mlre" >log 2>&1 || fail "$(cat log)"
grep -q 'checking whether the compiler supports GNU C... yes' log || fail "$(cat log)"
make 2>told
grep -q "'-traceback' has no effect" told || fail "$(cat told)"
heat_runs ./heat
