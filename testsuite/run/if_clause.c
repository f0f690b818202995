// if on compute and data constructs: false means here, on the host, with nothing moved.
// expect: device kernels=2 uploads=2 downloads=2
#include "check.h"
#define N 200

static void fill(int *a, int offload)
{
    (void)offload;
    #pragma acc parallel loop copy(a[0:N]) if(offload)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    #pragma acc data copy(a[0:N]) if(offload > 1)
    {
        #pragma acc kernels loop independent if(offload > 1)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
    }
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    fill(a, 0);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (i + 1));
    fill(a, 2);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (2 * (i + 1) + 1));
    return CHECKED();
}
