// Loops that count with pointers through arrays, up to an end that is another pointer, and the pointers' values behind the construct, which the host finds.
// run: -O2
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"

enum { N = 100, M = 12 };
static double a[N], rows[M][N];

static int whole(double *end)
{
    double *p;
#pragma acc kernels
    for (p = a; p < end; p++)
        *p *= 2;
    return (int)(p - a);
}

static int part(int n)
{
    double *p;
#pragma acc kernels
    for (p = &a[2]; p < a + n; p += 3)
        *p += 1;
    return (int)(p - a);
}

static int row(int k)
{
    double *p, *const end = rows[k] + N;
#pragma acc kernels
    for (p = rows[k]; p != end; ++p)
        *p = 7;
    return (int)(p - &rows[0][0]);
}

/* Nobody asks for it. */
static void within(const double *end)
{
    double *p;
#pragma acc kernels
    for (p = a; p < end; p++)
        *p -= 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    CHECK(whole(a + N) == N);
    CHECK(part(N) == 101);
    CHECK(row(3) == 4 * N);
    within(a + 50);
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 2 * i + (i % 3 == 2) - (i < 50));
        for (int k = 0; k < M; k++)
            CHECK(rows[k][i] == (k == 3 ? 7 : 0));
    }
    return CHECKED();
}
