// A loop with the word parallel that analysis shows to be not parallel gets a warning, as the article expects of compilers: each of them, beside others that are,
// with levels' other words too; and the loop keeps its order. Of a loop of which nothing is known, and of those that are parallel, nothing is said.
// run: -O2 -Wno-error=openacc
// report: warning[ACC0200]: Loop carries a dependence: a[i] written at 21:13
// report: warning[ACC0200]: Loop carries a dependence: c[i] written at 30:13
// report: asks for parallel iterations; their order is kept all the same
// report: warning[ACC0200]: Loop carries a dependence: x[i] written at 40:13
// expect: device kernels=5
#include "../run/check.h"

enum { N = 100 };
static double a[N], c[2 * N], x[N];
static int at[N];

static void article(void)
{
#pragma acc region
    {
#pragma acc for parallel
        for (int i = 1; i < N; i++)
            a[i] = a[i - 1] + 1;
#pragma acc for parallel
        for (int i = 0; i < N; i++)
            c[2 * i] = c[2 * i + 1];
#pragma acc for parallel
        for (int i = 0; i < N; i++)
            c[at[i]] = i;
#pragma acc for parallel, vector(32)
        for (int i = 0; i < N / 2; i++)
            c[i] = c[2 * i] + 1;
    }
}

static void levels(void)
{
#pragma acc kernels
    {
#pragma acc loop vector
        for (int i = 1; i < N; i++)
            x[i] = x[i - 1] + 2;
#pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            c[i] += x[i];
    }
}

int main(void)
{
    static double b[2 * N];
    for (int i = 0; i < N; i++)
        at[i] = (7 * i) % N, c[2 * i + 1] = b[2 * i + 1] = i;
    article(), levels();
    for (int i = 0; i < N; i++)
        b[2 * i] = b[2 * i + 1];
    for (int i = 0; i < N; i++)
        b[at[i]] = i;
    for (int i = 0; i < N / 2; i++)
        b[i] = b[2 * i] + 1;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i && x[i] == 2 * i && c[i] == b[i] + 2 * i);
    return CHECKED();
}
