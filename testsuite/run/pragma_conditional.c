// Directives chosen by the preprocessor, inside macros that expand to whole loops, and under #if 0.
// run: -O2 -DUSE_VECTOR
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 64

#define FILL(array, value)                                                      \
    _Pragma("acc parallel loop copyout(array)") for (int q = 0; q < N; q++)     \
    {                                                                           \
        array[q] = (value);                                                     \
    }

int main(void)
{
    int array[N], b[N];
    FILL(array, q * 2)
#ifdef USE_VECTOR
    #pragma acc parallel loop vector num_gangs(1) copyout(b)
#else
    #pragma acc this is not a directive
#endif
    for (int i = 0; i < N; i++)
        b[i] = array[i];
#if 0
    #pragma acc nor is this
#endif
#ifdef _OPENACC
    CHECK(_OPENACC >= 201306);
#endif
    #pragma acc parallel loop copy(b)
    for (int i = 0; i < N; i++)
        b[i]++;
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i + 1);
    return CHECKED();
}
