// A scalar that a kernels loop assigns, and that the host reads later: in the next turn of a loop around the construct, behind an
// assignment that may not happen, behind a block with another variable of the name. Its last value is kept. Where each path
// assigns it first, or a clause makes it private there, there is nothing to keep. All loops run in parallel.
// launch: kernels_last_value_around_21 grid=3x1x1 block=128x1x1
// launch: kernels_last_value_perhaps_32 grid=3x1x1 block=128x1x1
// launch: kernels_last_value_shadowed_45 grid=3x1x1 block=128x1x1
// launch: kernels_last_value_never_60 grid=3x1x1 block=128x1x1
// launch: kernels_last_value_never_66 grid=3x1x1 block=128x1x1
// expect: device kernels=9
#include "check.h"
#define N 300

static int a[N];

static void around(int *out)
{
    int last = -1, t;
    for (t = 0; t < 3; t++) {
        out[t] = last;
        #pragma acc kernels copy(a)
        for (int i = 0; i < N; i++) {
            last = i + t;
            a[i] += last;
        }
    }
}

static int perhaps(int c)
{
    int j = 7;
    #pragma acc kernels copy(a)
    for (int i = 0; i < N; i++) {
        j = i;
        a[i] -= j;
    }
    if (c)
        j = 3;
    return j;
}

static int shadowed(void)
{
    int j = 7;
    #pragma acc kernels copy(a)
    for (int i = 0; i < N; i++) {
        j = 2 * i;
        a[i] += j;
    }
    {
        int j = 3;
        a[0] += j;
    }
    return j;
}

static int never(int c)
{
    int i, j = 0, k;
    #pragma acc kernels copy(a)
    for (i = 0; i < N; i++)
        for (j = 0, k = 1; j < 3; j++)
            a[i] += j * k;
    #pragma acc parallel loop private(j) copy(a)
    for (i = 0; i < N; i++) { j = i; a[i] += j; }
    #pragma acc kernels copy(a)
    for (i = 0; i < N; i++) {
        k = a[i];
        j = 2 * k;
        a[i] = j - k;
    }
    { int j, k = 2; j = k; a[0] += j - k; }
    if (c)
        return 1;
    for (i = 0; i < N; i++)
        for (j = 0; j < 2; j++)
            a[i] += j;
    return 2;
}

int main(void)
{
    int out[3];
    around(out);
    CHECK(out[0] == -1 && out[1] == N - 1 && out[2] == N);
    CHECK(perhaps(0) == N - 1);
    CHECK(perhaps(1) == 3);
    CHECK(shadowed() == 2 * N - 2);
    CHECK(never(0) == 2);
    CHECK(a[0] == 3 + 3 + 3 + 1);
    for (int i = 1; i < N; i++)
        CHECK(a[i] == 3 * i + 3 - 2 * i + 2 * i + 3 + i + 1);
    return CHECKED();
}
