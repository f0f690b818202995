// Sums of no element, of one, of about a warp and of many, in types of 1 to 16 bytes. Blocks leave parts, so there are no more of them than
// the device holds at once; num_gangs asks for others.
// expect: device kernels=21
// launch: reduction_sizes_several_26 grid=1x1x1 block=128x1x1
// launch: reduction_sizes_several_26 device=sim:0 grid=1023x1x1 block=128x1x1
// launch: reduction_sizes_several_26 device=nvidia:0 grid=128x1x1 block=128x1x1
// launch: reduction_sizes_asked_66 grid=1100x1x1 block=128x1x1
// launch: reduction_sizes_rows_77 device=sim:0 grid=1x1023x1 block=32x4x1
// launch: reduction_sizes_rows_77 device=nvidia:0 grid=1x128x1 block=32x4x1
#include "check.h"
#include <complex.h>
#define N 150007

static double d[N];
static float f[N];

static void several(int n)
{
    double sum = 0.25, least = 1e9;
    float most = -3;
    short few = 1;
    unsigned char bits = 0;
    long long all = -5;
    int every = 1, any = 0;
    double complex z = 1;
    #pragma acc parallel loop reduction(+:sum, few, all, z) reduction(min:least) reduction(max:most) reduction(^:bits) \
        reduction(&&:every) reduction(||:any) copyin(d, f)
    for (int i = 0; i < n; i++) {
        sum += d[i];
        least = d[i] < least ? d[i] : least;
        most = f[i] > most ? f[i] : most;
        few += i % 3 - 1;
        bits ^= (unsigned char)i;
        all += 3LL * i;
        every = every && d[i] >= 0;
        any = any || i == 30;
        z += d[i] * I - 1;
    }
    double want = 0.25, low = 1e9;
    float high = -3;
    long long total = -5;
    int small = 1, mixed = 0;
    for (int i = 0; i < n; i++) {
        want += d[i];
        low = d[i] < low ? d[i] : low;
        high = f[i] > high ? f[i] : high;
        small += i % 3 - 1;
        mixed ^= i & 255;
        total += 3LL * i;
    }
    CHECK(sum == want);
    CHECK(least == low);
    CHECK(most == high);
    CHECK(few == small);
    CHECK(bits == mixed);
    CHECK(all == total);
    CHECK(every == 1);
    CHECK(any == (n > 30));
    CHECK(creal(z) == 1 - n);
    CHECK(cimag(z) == want - 0.25);
}

static void asked(int n)
{
    long sum = 7;
    #pragma acc parallel loop num_gangs(1100) reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += i;
    CHECK(sum == 7 + (long)n * (n - 1) / 2);
}

static void rows(int n, int m)
{
    long sum = 0;
    int last = -1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            sum += i ^ j;
            last = i + j > last ? i + j : last;
        }
    long want = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            want += i ^ j;
    CHECK(sum == want);
    CHECK(last == n + m - 2);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 31, 32, 33, 127, 128, 129, 1000, N};
    for (int i = 0; i < N; i++) {
        d[i] = (i * 7 % 1001) * 0.125;
        f[i] = (float)(i * 11 % 4093) * 0.5f;
    }
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        several(sizes[k]);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k += 2)
        asked(sizes[k]);
    rows(1, 1);
    rows(5, 3);
    rows(33, 65);
    rows(5000, 31);
    return CHECKED();
}
