// Two files of a program that both reduce over one type: what their kernels share has one name in both.
// with: parts/sums_two_files_other.c
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"

float total(const float *v, int n);

int main(void)
{
    float v[100], s = 0;
#pragma acc parallel loop reduction(+ : s) copyout(v)
    for (int i = 0; i < 100; i++) {
        v[i] = i;
        s += i;
    }
    CHECK(s == 4950);
    CHECK(total(v, 100) == 4950);
    return CHECKED();
}
