// Fusion that keeps parallelism: loops with the same iterations become one.
// expect: device kernels=1
// report: as one: their iterations are the same
#include "../run/check.h"

enum { N = 3000 };
static double a[N], b[N], c[N], d[N];

static void same(void)
{
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            b[i] = a[i] * 2;
        for (int i = 0; i < N; i++)
            c[i] = b[i] + a[i];
        for (int i = 0; i < N; i++)
            d[i] = c[i] - b[i] * 3;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    same();
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * a[i] && c[i] == 3 * a[i] && d[i] == -3 * a[i]);
    return CHECKED();
}
