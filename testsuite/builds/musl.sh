# A program with constructs can't be linked with musl, and the link says what to do. Its OpenMP text can.
want musl-gcc
cat >app.c <<'X'
#include <stdio.h>
int main(void)
{
    double s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 1000; i++)
        s += i;
    printf("%g\n", s);
    return 0;
}
X
accrs --host-cc=musl-gcc --acc-target=multicore -c app.c -o app.o || fail "it isn't even compiled"
if accrs --host-cc=musl-gcc --acc-target=multicore -o app app.c >out 2>&1; then fail "it links"; fi
grep -q "^error\[ACC0421\]: accrs's runtime is made for glibc, and this program is linked with another C library" out || fail "$(cat out)"
grep -q 'help: --emit=openmp writes the program for other compilers: it needs nothing of accrs' out || fail "$(cat out)"
accrs --acc-target=multicore --emit=openmp app.c >app_omp.c
musl-gcc -O2 -o app app_omp.c
./app >out
says 499500
