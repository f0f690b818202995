// Braces, labels of no use and empty statements around loops; nested blocks that shadow names.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 88

int main(void)
{
    int a[N], b[N], x = 5;
    #pragma acc parallel copyout(a)
    {
        {
            int shift = 2;
            #pragma acc loop gang vector
            for (int i = 0; i < N; i++) {
                {
                    int shift = 7;
                    a[i] = shift;
                }
                ;
                a[i] += shift;
            }
        }
    }
    #pragma acc parallel loop copyout(b)
    for (int i = 0; i < N; i++) {
        int y = x;
        {
            int x = i;
            b[i] = x + y;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 9);
        CHECK(b[i] == i + 5);
    }
    return CHECKED();
}
