// Scalars that an iteration assigns under a condition that holds wherever it reads them, conversions that keep their values, and branches without iterations.
// launch: scalars_under_conditions_always_19 grid=625x1x1 block=128x1x1
// launch: scalars_under_conditions_either_30 grid=625x1x1
// launch: scalars_under_conditions_handed_46 grid=625x1x1
// launch: scalars_under_conditions_again_59 grid=1x20000x1 block=32x4x1
// launch: scalars_under_conditions_narrow_71 grid=625x1x1
// launch: scalars_under_conditions_never_82 grid=625x1x1
// expect: sim kernels=6
// expect: device kernels=6
#include "check.h"

enum { N = 80000, M = 9 };
static int a[N + 8], b[N + 8], c[N][M], d[N][M];

static void always(int n)
{
    int t = 5;
#pragma acc kernels
    for (int i = 1; i < n; i++) {
        if (i > 0)
            t = b[i] * 3;
        a[i] = t + i;
    }
}

static void either(int n)
{
    int i, t = 7;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        if (i % 3 == 0)
            t = b[i];
        if (i % 3 == 1)
            t = -b[i];
        else if (i % 3 == 2)
            t = i;
        a[i] = t;
    }
}

/* The first iteration of the inner loop assigns it, and hands it on. */
static void handed(int n)
{
    int i, j, t = 9;
#pragma acc kernels
    for (i = 0; i < n; i++)
        for (j = 0; j < M; j++) {
            if (j % 2 == 0)
                t = b[i + j];
            c[i][j] = t + j;
        }
}

/* An outer iteration's last value is not what the next one reads. */
static void again(int n)
{
    int i, j, t = 11;
#pragma acc kernels
    for (i = 0; i < n; i++)
        for (j = 1; j < M; j++) {
            if (j >= 1)
                t = b[i + j];
            d[i][j] = t * 2;
        }
}

static int narrow(int n)
{
    int k = 13;
#pragma acc kernels
    for (long i = 0; i < n; i++) {
        k = i + 1;
        a[k] = b[k] ^ 5;
    }
    return k;
}

static int never(int n)
{
    int t = 17;
#pragma acc kernels
    for (int i = 2; i < n; i++) {
        if (i < 2)
            t = b[i];
        a[i] = t + i;
    }
    return t;
}

static void fill(void)
{
    for (int i = 0; i < N + 8; i++) {
        b[i] = i * 7 % 101;
        a[i] = -1;
    }
}

int main(void)
{
    fill();
    always(N);
    for (int i = 1; i < N; i++)
        CHECK(a[i] == b[i] * 3 + i);
    CHECK(a[0] == -1 && a[N] == -1);

    fill();
    either(N);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i % 3 == 0 ? b[i] : i % 3 == 1 ? -b[i] : i));

    handed(N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == b[i + j - j % 2] + j);

    again(N);
    for (int i = 0; i < N; i++)
        for (int j = 1; j < M; j++)
            CHECK(d[i][j] == b[i + j] * 2);

    fill();
    CHECK(narrow(N) == N);
    for (int i = 1; i <= N; i++)
        CHECK(a[i] == (b[i] ^ 5));

    CHECK(never(N) == 17);
    for (int i = 2; i < N; i++)
        CHECK(a[i] == 17 + i);
    return 0;
}
