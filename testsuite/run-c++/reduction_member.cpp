// Members of structs in reduction clauses, through references and in arrays.
// run: -w
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "../run/check.h"

struct acc {
    double sum;
    int n;
};

static void by_reference(acc &r, const double *x, int n)
{
#pragma acc parallel loop reduction(+:r.sum) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        r.sum += x[i] * r.n;
}

int main()
{
    double x[100];
    for (int i = 0; i < 100; i++)
        x[i] = i;
    acc r = {1, 2}, a[3] = {};
    by_reference(r, x, 100);
    CHECK(r.sum == 9901);
#pragma acc parallel loop reduction(+:a[1].sum)
    for (int i = 0; i < 100; i++)
        a[1].sum += x[i];
    CHECK(a[1].sum == 4950);
    return CHECKED();
}
