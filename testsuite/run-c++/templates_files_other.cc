#include "templates_files.h"
double other_sums(const double *d, const int *i, int n)
{
    return sum_of(i, n) + sum_of(d, n) + scaled<double>{3}.of(d, n);
}
