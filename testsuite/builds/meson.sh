want meson ninja
meson setup --native-file "$EXAMPLES/heat/accrs.ini" build "$EXAMPLES/heat" >log || fail "$(cat log)"
grep -q 'C compiler for the host machine: accrs (gcc' log || fail "$(cat log)"
ninja -C build
heat_runs build/heat
meson test -C build >log || fail "$(cat log)"
# nvc's flags: the same compiler is found, and the program is built.
CFLAGS="-fast -acc -traceback -Minfo=accel" meson setup --native-file "$EXAMPLES/heat/accrs.ini" flagged "$EXAMPLES/heat" >log || fail "$(cat log)"
grep -q 'C compiler for the host machine: accrs (gcc' log || fail "$(cat log)"
ninja -C flagged
heat_runs flagged/heat
