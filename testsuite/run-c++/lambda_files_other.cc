#include "lambda_files.h"

void other(double *p, int n)
{
    lib::apply(p, n, [](double v) { return v * v; });
    lib::shift(p, n, 3);
}
