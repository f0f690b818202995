// PGI's data region with local, around two regions: the scratch array never moves.
// expect: device kernels=2 uploads=1 downloads=1
#include "check.h"
#define N 1000

int main(void)
{
    int a[N], scratch[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc data region copy(a[0:N]) local(scratch[0:N])
    {
        #pragma acc region for
        for (int i = 0; i < N; i++)
            scratch[i] = a[i] * 2;
        #pragma acc region for
        for (int i = 0; i < N; i++)
            a[i] = scratch[i] + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i + 1);
    return CHECKED();
}
