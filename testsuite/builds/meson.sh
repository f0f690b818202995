want meson ninja
meson setup --native-file "$EXAMPLES/heat/accrs.ini" build "$EXAMPLES/heat" >log || fail "$(cat log)"
grep -q 'C compiler for the host machine: accrs (gcc' log || fail "$(cat log)"
ninja -C build
heat_runs build/heat
meson test -C build >log || fail "$(cat log)"
