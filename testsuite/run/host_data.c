// host_data use_device: the device's address, passed to a function that takes it as deviceptr.
// expect: device kernels=1 uploads=1 downloads=1
#include "check.h"
#include "device.h"
#define N 128

static void negate(double *d, int n)
{
    #pragma acc parallel loop deviceptr(d)
    for (int i = 0; i < n; i++)
        d[i] = -d[i];
}

int main(void)
{
    double a[N], *before = a;
    for (int i = 0; i < N; i++)
        a[i] = i;
    double *p = a;
    #pragma acc data copy(p[0:N])
    {
        #pragma acc host_data use_device(p)
        {
            if (discrete())
                CHECK(p != before);
            negate(p, N);
        }
        CHECK(p == before);
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == -i);
    return CHECKED();
}
