#include "scale.h"

double scale(int n, double a, double *x)
{
    double sum = 0;
#pragma acc parallel loop copy(x[0 : n]) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        x[i] = a * x[i];
        sum += x[i];
    }
    return sum;
}
