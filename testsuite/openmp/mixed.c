// OpenMP of the user's own beside OpenACC: it stays, but for what stands on a loop that has OpenACC's as well.
// expands: #pragma
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_max_threads() 1
#endif

int main(void)
{
    int a[200], threads = omp_get_max_threads(), sum = 0;
#pragma omp parallel for /* the host's own */
    for (int i = 0; i < 200; i++)
        a[i] = i;
#pragma omp parallel for
#pragma acc parallel loop
    for (int i = 0; i < 200; i++)
        a[i] *= 2;
#pragma acc parallel loop reduction(+:sum)
#pragma omp parallel for reduction(+:sum)
    for (int i = 0; i < 200; i++)
        sum += a[i];
    #pragma omp critical
    printf("%d %d\n", threads > 0, sum);
    return sum != 200 * 199;
}
