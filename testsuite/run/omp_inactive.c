// A user's own OpenMP in a program built without -fopenmp stays inactive, although multicore kernels are OpenMP.
// expect: multicore host_kernels=1
// expect: device kernels=1
// env: OMP_NUM_THREADS=3
// openmp: its own OpenMP directives, which are wrong, would be compiled
#include "check.h"
#define N 1000

int main(void)
{
    int a[N], entered = 0;
#ifdef _OPENMP
    CHECK(!"_OPENMP must not be defined");
#endif
    #pragma omp parallel num_threads(4)
    {
        entered++;
    }
    CHECK(entered == 1);
    #pragma omp parallel for ordered bogus(clause)
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i);
    return CHECKED();
}
