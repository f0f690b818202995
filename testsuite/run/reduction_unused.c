// A variable that a reduction names and nothing in the loop uses keeps its value: scalars, arrays, sections, structs, on
// loops and on constructs, beside one that is used.
// run: -O2 -Werror=openacc
// env: OMP_NUM_THREADS=3
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 1000

int main(void)
{
    long h = 5;
    double d = 0, largest = -1, least = 7;
    int all = 6, any = 0, bits = 12, product = 3, ones = ~0, either = 9, array[3] = { 1, 2, 3 };
    float f = 1.5f, *section = &f;
#pragma acc parallel loop reduction(+ : d, h)
    for (int i = 0; i < N; i++)
        d += i;
    CHECK(h == 5 && d == 499500);
#pragma acc parallel loop reduction(max : largest) reduction(min : least) reduction(&& : all) reduction(|| : any) \
    reduction(| : bits) reduction(& : ones) reduction(^ : either) reduction(* : product) reduction(+ : d)
    for (int i = 0; i < N; i++)
        d += i;
    CHECK(largest == -1 && least == 7 && all == 6 && any == 0 && bits == 12 && ones == ~0 && either == 9);
    CHECK(product == 3 && d == 999000);
#pragma acc parallel loop gang reduction(+ : array, section[0:1]) reduction(+ : d)
    for (int i = 0; i < N; i++)
        d += 1;
    CHECK(array[0] == 1 && array[1] == 2 && array[2] == 3 && *section == 1.5f && d == 1000000);
#pragma acc parallel num_gangs(4) vector_length(32) reduction(+ : h) copy(d)
    {
#pragma acc loop gang vector reduction(+ : d, h)
        for (int i = 0; i < N; i++)
            d += 1;
    }
    CHECK(h == 5 && d == 1001000);
#pragma acc kernels loop reduction(max : h) reduction(+ : d) copy(h)
    for (int i = 0; i < N; i++)
        d += 1;
    CHECK(h == 5 && d == 1002000);
    return CHECKED();
}
