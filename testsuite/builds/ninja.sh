want ninja
cp "$EXAMPLES"/heat/*.[ch] "$EXAMPLES"/heat/build.ninja .
ninja
heat_runs ./heat
ninja | grep -q 'no work to do' || fail "ninja rebuilds for nothing"
sleep 1
touch heat.h
ninja -n | grep -q '\[3/3\]' || fail "the depfiles do not name heat.h: $(ninja -n)"
