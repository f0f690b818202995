// Functions that name file-scope variables themselves: what they do there counts in the verdicts on the loops that call them.
// expect: sim kernels=9
// expect: device kernels=9
// expect: multicore host_kernels=9
// report: g written at
// report: what after(i) does with h, which it names itself, written at
// report: h[i] written at
// report: q written at
// launch: functions_name_variables_main_52 grid=1x1x1 block=128x1x1
// launch: functions_name_variables_main_54 grid=1x1x1 block=128x1x1
// launch: functions_name_variables_main_56 grid=1x1x1 block=128x1x1
#include "check.h"
static int g = 1, h[64], q, counted, table[3] = {5, 6, 7};
#pragma acc declare create(g, h, q, counted, table)
#pragma acc routine seq
static int get(void) { return g; }
#pragma acc routine seq
static void put(int v) { g = v; }
#pragma acc routine seq
static void after(int v) { h[v] = h[v - 1] + 1; }
#pragma acc routine seq
static void add(int v) { q += v; }
#pragma acc routine seq
static void add_through(int v) { add(v); }
#pragma acc routine seq
static void count(int v)
{
#pragma acc atomic
    counted += v;
}
#pragma acc routine seq
static int looked_up(int v) { return table[v % 3]; }
static int A[64], C[64];
int main(void)
{
    int sum = 0;
#pragma acc update device(g, h, q, counted, table)
#pragma acc kernels
    for (int i = 0; i < 64; i++) { put(i); A[i] += get(); }
#pragma acc kernels
    for (int i = 1; i < 64; i++) after(i);
#pragma acc kernels
    for (int i = 1; i < 64; i++) { h[i] = i; A[i] = get(); after(i); }
#pragma acc kernels
    for (int i = 1; i < 64; i++) { add(i); A[i] = q; }
#pragma acc kernels
    for (int i = 1; i < 64; i++) { add(i); q += i; }
#pragma acc kernels
    for (int i = 1; i < 64; i++) { add_through(i); if (i == 9) q = 1; }
    /* These have nothing to wait for: atomic sums, and what nothing changes. */
#pragma acc kernels
    for (int i = 1; i < 64; i++) { count(i); C[i] = i; }
#pragma acc kernels
    for (int i = 1; i < 64; i++) C[i] += looked_up(i);
#pragma acc kernels
    for (int i = 1; i < 64; i++) { C[i] += get(); sum += get(); }
#pragma acc update self(g, h, q, counted)
    CHECK(g == 63);
    CHECK(h[63] == 63);
    CHECK(A[5] == 15 && A[63] == 63 * 32);
    CHECK(counted == 63 * 32);
    CHECK(C[4] == 4 + 6 + 63);
    CHECK(sum == 63 * 63);
    int want = 0;
    for (int i = 1; i < 64; i++) want += i;
    for (int i = 1; i < 64; i++) want += 2 * i;
    for (int i = 1; i < 64; i++) { want += i; if (i == 9) want = 1; }
    CHECK(q == want);
    return CHECKED();
}
