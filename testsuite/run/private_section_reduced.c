// Sections that the construct has privately are reduced by loops inside: the clauses there mean the private ones.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define ROWS 30

int main(void)
{
    double shared[8], sums[ROWS], kept[ROWS], *part = shared;
    #pragma acc parallel loop gang private(part[0:8]) copyout(sums)
    for (int r = 0; r < ROWS; r++) {
        for (int k = 0; k < 8; k++) part[k] = r;
        #pragma acc loop vector reduction(+:part[0:8])
        for (int i = 0; i < 96; i++) part[i % 8] += 1;
        sums[r] = 0;
        for (int k = 0; k < 8; k++) sums[r] += part[k];
    }
    for (int k = 0; k < 8; k++) shared[k] = 1000;
    #pragma acc parallel loop gang firstprivate(part[0:8]) copyout(kept)
    for (int r = 0; r < ROWS; r++) {
        #pragma acc loop vector reduction(+:part[0:8])
        for (int i = 0; i < 96; i++) part[i % 8] += r;
        kept[r] = part[0] + part[7];
        for (int k = 0; k < 8; k++) part[k] -= 12 * r;
    }
    for (int r = 0; r < ROWS; r++)
        CHECK(sums[r] == 8 * r + 96 && kept[r] == 2000 + 24 * r);
    for (int k = 0; k < 8; k++) CHECK(shared[k] == 1000);
    return CHECKED();
}
