// num_gangs, num_workers, vector_length by calls and elements of arrays, as the host has them when it launches.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: grid=3x1x1 block=16x1x1
// launch: grid=5x1x1 block=8x2x1
#include "check.h"

static int twice(int n)
{
    return 2 * n;
}

int main(void)
{
    int sizes[3] = { 5, 2, 8 }, *first = sizes, a[100] = { 0 };
    #pragma acc parallel loop gang vector num_gangs(twice(2) - 1) vector_length(twice(sizes[2])) copy(a)
    for (int i = 0; i < 100; i++)
        a[i] += i;
    #pragma acc parallel num_gangs(*first) num_workers(first[1]) vector_length(sizes[2]) copy(a)
    {
        #pragma acc loop gang
        for (int i = 0; i < 10; i++) {
            #pragma acc loop worker vector
            for (int j = 0; j < 10; j++)
                a[i * 10 + j] *= 3;
        }
    }
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == 3 * i);
    return CHECKED();
}
