want make
cp "$EXAMPLES"/heat/*.[ch] "$EXAMPLES"/heat/Makefile .
make CC=accrs
heat_runs ./heat
touch heat.h
make CC=accrs | grep -q -- '-c -o heat.o' || fail "a changed header rebuilds nothing"
