#include "gang.h"
namespace far {
void add(int *x, int n)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += 1;
}
void add(double *x, int n, double by)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}
}
