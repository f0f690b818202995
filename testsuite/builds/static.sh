# Everything in one file; and regions, plain objects and archives of both compilers together.
cp "$EXAMPLES"/heat/*.[ch] .
accrs -O2 -static -o heat main.c heat.c -lm
heat_runs ./heat
accrs -O2 -c heat.c
gcc -O2 -c main.c
ar rc libheat.a heat.o
accrs -static -o all main.o -L. -lheat -lm
heat_runs ./all
accrs -o linked main.o -L. -lheat -lm
heat_runs ./linked
