// Reductions of an array and of a subarray.
// covers: reduction array
// expect: device kernels=2
#include "check.h"
#define N 999

int main(void)
{
    int histogram[8] = {1, 0, 0, 0, 0, 0, 0, 100};
    double sums[10];
    for (int k = 0; k < 10; k++)
        sums[k] = -k;
    #pragma acc parallel loop gang vector num_gangs(4) reduction(+:histogram)
    for (int i = 0; i < N; i++)
        histogram[(i * i) % 8] += 1;
    #pragma acc parallel loop gang num_gangs(7) reduction(+:sums[2:5])
    for (int i = 0; i < N; i++)
        sums[2 + i % 5] += 0.5;
    int want[8] = {1, 0, 0, 0, 0, 0, 0, 100};
    for (int i = 0; i < N; i++)
        want[(i * i) % 8] += 1;
    for (int k = 0; k < 8; k++)
        CHECK(histogram[k] == want[k]);
    for (int k = 0; k < 10; k++) {
        double expect = -k;
        for (int i = 0; i < N; i++)
            if (2 + i % 5 == k)
                expect += 0.5;
        CHECK(sums[k] == expect);
    }
    return CHECKED();
}
