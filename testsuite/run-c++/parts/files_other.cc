#include "files.h"

namespace phys {
double twice(const double &x) { return 2 * x; }
}
double over(double x) { return x + 1; }
double over(int x) { return x * 10; }

void other(double *a, int n)
{
    shared_add(a, n, 2);
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += phys::twice(0.5);
}
