// Sums together on a queue, with scalars and counters from before the loops: no compiler warns of what the user hasn't written.
// run: -O2 -Wall -Wextra -Werror
// report: the host's cores take the sums of 8 iterations of i together, as long as all of them run
// expect: multicore host_kernels=2
#include "check.h"

enum { N = 64 };
static double z[N], C[N][N];

static void solve(int n)
{
    int i, k;
    double s;
#pragma acc kernels async(1)
    for (i = 0; i < n; i++) {
        s = C[i][0];
        for (k = 0; k < i; k++)
            s -= C[i][k] * z[k];
        z[i] = s;
    }
#pragma acc wait(1)
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            C[i][j] = j == 0 ? 1 : 0.5;
    /* z0 = 1, and then each is 1 - 1 - half of those between. */
    solve(4);
    CHECK(z[0] == 1 && z[1] == 0 && z[2] == 0 && z[3] == 0);
    C[1][0] = 3;
    solve(N);
    CHECK(z[1] == 0 && z[2] == 0);
    return CHECKED();
}
