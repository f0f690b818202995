// Example 1 of the paper, a[i][j] = a[i][j - 1]: a slice for each i, so i is parallel.
// expect: device kernels=1
// launch: grid=3x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 300 };
static double a[N + 1][N + 1];

static void example(int n)
{
#pragma acc kernels
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            a[i][j] = a[i][j - 1];
}

int main(void)
{
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            a[i][j] = i + 1000 * j;
    example(N);
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            CHECK(a[i][j] == (i ? i : i + 1000 * j));
    return CHECKED();
}
