// Constructs on two queues of the host's cores that count with the same variables: each has its own, whatever reads them later. Counters have their
// last values behind the constructs, also of loops whose bounds are in memory or that had no iterations.
// run: -O0
// expect: multicore host_kernels=6
#include "check.h"

enum { N = 600 };
static double a[N][N], b[N][N];

static void both(int n, int m)
{
    int i, k = 0;
    for (int round = 0; round < 2; round++) {
#pragma acc kernels async(1)
        for (i = 1; i < n; i++)
            for (k = 1; k < i; k++)
                a[i][k] = a[i][k - 1] * 0.5 + a[i - 1][k] + 1;
#pragma acc kernels async(2)
        for (i = 1; i < m; i++)
            for (k = 1; k < i; k++)
                b[i][k] = b[i][k - 1] * 0.5 + b[i - 1][k] + 1;
    }
#pragma acc wait
    CHECK(i == m);
    /* (A reader, so that the counter isn't the constructs' alone.) */
    CHECK(k != -1);
}

static int last(int n, const int *length)
{
    int i, k = -5;
#pragma acc kernels async(1) copyin(length[0:N])
    for (i = 0; i < n; i++)
        for (k = 0; k < length[i]; k++)
            a[i][k] += 1;
#pragma acc wait(1)
    return k;
}

int main(void)
{
    static int length[N];
    for (int i = 0; i < N; i++)
        length[i] = i % 19;
    CHECK(last(50, length) == length[49] && a[49][10] == 1 && a[49][11] == 0);
    CHECK(last(0, length) == -5);
    for (int i = 0; i < 50; i++)
        for (int k = 0; k < length[i]; k++)
            a[i][k] = 0;
    both(N, N);
    CHECK(a[2][1] == 1);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < i; j++)
            CHECK(a[i][j] == b[i][j] && a[i][j] > 0);
    return CHECKED();
}
