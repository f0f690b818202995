// Branches of the preprocessor: those that aren't taken stay, guards of directives are OpenMP's, and where the user has a
// way without OpenACC it is his.
#include <stdio.h>
#ifdef _OPENACC
#include <openacc.h>
#endif

#ifndef SIZE
#define SIZE 300
#elif SIZE < 10
#error "too small"
#endif

int a[SIZE], b[SIZE];

int main(void)
{
    int devices = 0, threads = 0;
#ifdef _OPENACC
    devices = acc_get_num_devices(acc_device_nvidia);
#endif
#ifdef _OPENACC
#pragma acc parallel loop copyout(a)
#endif
    for (int i = 0; i < SIZE; i++)
        a[i] = i;
#if defined(_OPENACC) /* with a choice */
#pragma acc parallel loop
#elif defined(_OPENMP)
#pragma omp parallel for reduction(+:threads)
#endif
    for (int i = 0; i < SIZE; i++)
        threads += i == 0;
#if 0
#pragma acc parallel loop
    for (int i = 0; i < SIZE; i++)
        b[i] = not_declared;
#else
    #pragma acc kernels
    for (int i = 0; i < SIZE; i++)
#if SIZE > 100
        b[i] = a[i] + 1;
#else
        b[i] = a[i];
#endif
#endif
    int wrong = 0;
    for (int i = 0; i < SIZE; i++)
        wrong += b[i] != i + 1;
    printf("%d %d %d\n", devices, threads, wrong);
    return devices + (threads != 1) + wrong;
}
