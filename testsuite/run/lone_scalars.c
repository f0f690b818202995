// Scalars that one iteration alone touches: the loop around is parallel, and no other thread reads or writes them.
// expect: sim kernels=4
// expect: device kernels=4
// expect: multicore host_kernels=4
// report: Loop is parallelizable
// launch: lone_scalars_main_21 grid=1x1x1 block=128x1x1
// launch: lone_scalars_main_27 grid=1x10x1 block=32x4x1
// launch: lone_scalars_main_35 grid=1x1x1 block=128x1x1
// launch: lone_scalars_main_41 grid=1x1x1 block=128x1x1
#include "check.h"
static double A[64], B[64], C[40][30];
static int last = 7;
static unsigned seen = 1;
int main(void)
{
    int s = 3, k = 5, i, j;
    double d = 2.5;
    long total = 100;
    for (i = 0; i < 64; i++) B[i] = i * 0.5;
    #pragma acc kernels
    for (i = 0; i < 64; i++) {
        A[i] = B[i];
        if (i > 1 && i == 2) { if (B[i] + i >= s) s = B[i] * 8 + s; }
    }
    CHECK(s == 11);
    #pragma acc kernels
    for (i = 0; i < 40; i++)
        for (j = 0; j < 30; j++) {
            C[i][j] = i - j;
            if (i == 7 && j == 11) { k = k * 3 + j; d += C[i][j]; }
        }
    CHECK(k == 26);
    CHECK(d == -1.5);
    #pragma acc kernels
    for (long n = 0; n < 64; n++) {
        B[n] = A[n] + 1;
        if (n == 63) { last = last + (int)B[n]; total -= last; }
    }
    CHECK(last == 39 && total == 61);
    #pragma acc kernels
    for (i = 0; i < 40; i++) {
        A[i] = 1;
        for (j = 0; j < 30; j++) if (i == 3) seen = seen * 3u + j;
    }
    unsigned want = 1;
    for (j = 0; j < 30; j++) want = want * 3u + j;
    CHECK(seen == want);
    return CHECKED();
}
