# Regions, routines and declared globals over five files, a header with a region that four include, and every way to join them.
# turn: 2 of 2
mkdir parts
cat >parts/all.h <<'X'
#ifndef ALL_H
#define ALL_H
#define N 257
extern double table[N];
#pragma acc declare create(table)
extern int scale;
#pragma acc declare create(scale)
#pragma acc routine seq
double poly(double x);
#pragma acc routine vector
double dot(int n, const double *a, const double *b);
static inline void fill(int n, double *a, double v)
{
#pragma acc parallel loop copyout(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = v + i;
}
void first(int n, double *a);
double second(int n, double *a, double *b);
#endif
X
cat >parts/globals.c <<'X'
#include "all.h"
double table[N];
int scale = 3;
X
cat >parts/poly.c <<'X'
#include "all.h"
static double helper(double x) { return x * scale; }
double poly(double x) { return helper(x) + 1; }
X
cat >parts/dot.c <<'X'
#include "all.h"
double dot(int n, const double *a, const double *b)
{
    double s = 0;
#pragma acc loop vector reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
X
cat >parts/first.c <<'X'
#include "all.h"
static double helper(double x) { return x + 100; }
void first(int n, double *a)
{
    fill(n, a, 1);
#pragma acc update device(scale)
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++) {
        a[i] = poly(a[i]) + helper(0);
        table[i % N] = a[i];
    }
#pragma acc update self(table)
}
X
cat >parts/second.c <<'X'
#include "all.h"
double second(int n, double *a, double *b)
{
    double r[4] = {0};
    fill(n, b, 2);
#pragma acc parallel loop gang copyin(a[0 : n], b[0 : n]) copyout(r)
    for (int k = 0; k < 4; k++)
        r[k] = dot(n, a, b) * k;
    return r[3];
}
X
cat >main.c <<'X'
#include "parts/all.h"
#include <stdio.h>
int main(void)
{
    double a[N], b[N];
    first(N, a);
    printf("%.0f %g\n", second(N, a, b), table[7]);
    return 0;
}
X
runs() { # program
    for device in sim multicore; do
        on $device "./$1"
        says '61642992 125'
        launched 4
    done
}
export ACCRS_FLAGS="--acc-target=multicore,sim -O1"
# shellcheck disable=SC2086
accrs $ACCRS_FLAGS main.c parts/*.c -o at_once
runs at_once
for f in main.c parts/*.c; do
    # shellcheck disable=SC2086
    accrs $ACCRS_FLAGS -ffunction-sections -fdata-sections -fvisibility=hidden -Wall -Wextra -Werror -c "$f"
done
ar rc liba.a dot.o first.o
ar rc libb.a poly.o second.o globals.o
ar rc libmain.a main.o
# Archives alone, twice since each needs the other; as a group; without unused sections; bound at once.
accrs libmain.a liba.a libb.a liba.a libb.a -o archives
runs archives
accrs main.o -L. -Wl,--start-group -lb -la -Wl,--end-group -Wl,--gc-sections -Wl,-z,now,-z,relro -s -o group
runs group
accrs main.o -L. -Wl,--start-group -lb -la -Wl,--end-group -static-pie -o static_pie 2>warnings || { cat warnings >&2; exit 1; }
runs static_pie
# Joined first, by ld and by accrs; stripped.
ld -r -o joined.o globals.o poly.o dot.o first.o second.o
accrs main.o joined.o -o by_ld
runs by_ld
accrs -r -o joined.o globals.o poly.o dot.o first.o second.o
strip --strip-unneeded joined.o
objcopy --strip-debug main.o bare.o
accrs bare.o joined.o -o by_accrs
strip by_accrs
runs by_accrs
