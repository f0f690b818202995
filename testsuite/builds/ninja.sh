want ninja
cp "$EXAMPLES"/heat/*.[ch] "$EXAMPLES"/heat/build.ninja .
ninja
heat_runs ./heat
ninja | grep -q 'no work to do' || fail "ninja rebuilds for nothing"
# Newer than all that was built just now, whatever the file system's clock is like.
touch -d '5 seconds' heat.h
ninja -n | grep -q '\[3/3\]' || fail "the depfiles do not name heat.h: $(ninja -n)"
