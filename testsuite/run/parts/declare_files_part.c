/* The second file: defines half of the variables, uses all of them in its own kernels. */
#include "../declare_files.h"
int count = 4;
float *points;

double part_sum(void)
{
    double sum = 0;
    #pragma acc parallel loop collapse(2) reduction(+:sum)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++)
            sum += weigh(i, j) * count;
    return sum;
}

int part_own(void)
{
    int seen = 0;
    own = 50;
    #pragma acc update device(own)
    #pragma acc serial copyout(seen)
    seen = own;
    return seen;
}

void part_set(void)
{
    #pragma acc parallel loop present(points)
    for (int i = 0; i < 10; i++)
        points[i] += (float)count;
}
