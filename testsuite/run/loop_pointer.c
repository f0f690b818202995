// A pointer as the loop's variable.
// covers: loop types
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 140

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    int *b = a;
    #pragma acc data copy(b[0:N])
    {
        #pragma acc parallel loop gang vector present(b[0:N])
        for (int k = 0; k < 1; k++) {
            for (int *p = b; p < b + N; p++)
                *p += 1;
        }
        #pragma acc parallel num_gangs(1) present(b[0:N])
        {
            #pragma acc loop seq
            for (int *p = b + N - 1; p >= b; p -= 3)
                *p = -*p;
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == ((N - 1 - i) % 3 ? i + 1 : -i - 1));
    return CHECKED();
}
