want make
cp "$EXAMPLES"/heat/*.[ch] "$EXAMPLES"/heat/Makefile .
make CC=accrs
heat_runs ./heat
touch heat.h
make CC=accrs >said
grep -q -- '-c -o heat.o' said || fail "a changed header rebuilds nothing"
