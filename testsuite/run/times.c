// Times by construct, kernel and variable: how often and how much; copies and kernels are within the constructs that wait for them.
// times: device line 33 reached=1
// times: device line 33 upload a[0:n] count=1 bytes=40000 timed=1
// times: device line 33 download b[0:n] count=1 bytes=80000
// times: device line 33 within
// times: device line 37 reached=3 waits=3
// times: device line 37 kernel times_main_37 launches=3
// times: sim line 37 within
// times: multicore line 37 reached=3
// times: multicore line 37 kernel times_main_37 launches=3
// times: multicore line 37 within
// times: device line 40 reached=3 waits=0
// times: device line 40 kernel times_main_40 launches=3
// times: multicore line 40 kernel times_main_40 launches=3
// times: device line 43 reached=3 waits>=3
// times: device line 44 reached=3
// times: device line 44 download b[:10] count=3 bytes=240
// times: device line 48 reached=1
// times: device line 48 upload c count=1 bytes=400
// times: device line 48 download c count=1 bytes=400
// times: device line 48 kernel times_main_48 launches=1
// times: sim line 48 within
#include "check.h"
#include <stdlib.h>

int main(void)
{
    int n = 10000;
    float *a = malloc(sizeof(float) * n);
    double *b = malloc(sizeof(double) * n);
    float c[100];
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 0;
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
    {
        for (int turn = 0; turn < 3; turn++)
        {
#pragma acc parallel loop
            for (int i = 0; i < n; i++)
                b[i] = turn > 0 ? b[i] + a[i] : a[i];
#pragma acc parallel loop async(2)
            for (int i = 0; i < n; i++)
                b[i] *= 2;
#pragma acc wait
#pragma acc update self(b[:10])
        }
    }
    for (int i = 0; i < 100; i++) c[i] = 1;
#pragma acc parallel loop copy(c)
    for (int i = 0; i < 100; i++)
        c[i] += i;
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 14.0 * i);
    for (int i = 0; i < 100; i++)
        CHECK(c[i] == 1 + i);
    return CHECKED();
}
