/* The half of a program of two files that has constructs. */
#include "kernels.h"

void scale(int n, float factor, const float *x, float *y)
{
    int i;
#pragma acc parallel loop copyin(x[0 : n]) copy(y[0 : n])
    for (i = 0; i < n; i++)
        y[i] += factor * x[i];
}

float total(int n, const float *x)
{
    float sum = 0;
    int i;
#pragma acc parallel loop reduction(+ : sum) copyin(x[0 : n])
    for (i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
