// Values that are chosen from two arrays, one of which the kernel has written before: NVRTC makes one read of both, from the address that is
// chosen, and forgets what was stored if either parameter is __restrict__.
// expect: nvidia kernels=7
// expect: sim kernels=7
#include <stdio.h>
#define N 60
static int a[N], b[N], a0[N];
static void fill(void) { for (int i = 0; i < N; i++) a[i] = a0[i] = i * 7 % 13 + 1, b[i] = i * 5 % 17; }
static int bad(int k) { int n = 0; for (int i = 0; i < N; i++) n += a[i] != (i == k ? b[5] : a0[i] * (i + 3)); return n; }
static int one_of(const int *x, const int *y, int second)
{
    if (second)
        return *y;
    return *x;
}

int main(void)
{
    int k = 9;
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        a[i] = i != k ? a[i] : b[5]; }
    printf("conditional %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        int t; if (i != k) t = a[i]; else t = b[5]; a[i] = t; }
    printf("if else %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        int t = a[i]; if (i == k) t = b[5]; a[i] = t; }
    printf("if %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        for (int z = 0; z < k; z++) { volatile int q = z; (void)q; } a[i] = i == k ? b[5] : a[i]; }
    printf("conditional behind a loop %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        for (int z = 0; z < k; z++) { volatile int q = z; (void)q; } int t; if (i != k) t = a[i]; else t = b[5]; a[i] = t; }
    printf("if else behind a loop %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        int t; switch (i == k) { case 0: t = a[i]; break; default: t = b[5]; } a[i] = t; }
    printf("switch %d\n", bad(k));
    fill();
    #pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < N; i++) {
        a[i] *= i + 3;
        a[i] = one_of(a + i, b + 5, i == k); }
    printf("function %d\n", bad(k));
    return 0;
}
