// update host, self and device: whole arrays, subarrays at an offset, several at once, if and if_present.
// expect: device kernels=2 uploads=3 upload_bytes=4840 downloads=3 download_bytes=4484
#include "check.h"
#include "device.h"
#define N 1000

int main(void)
{
    int a[N], elsewhere[4] = {1, 2, 3, 4};
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc data create(a)
    {
        #pragma acc update device(a)
        #pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
            a[i] += 10000;
        #pragma acc update host(a[100:50])
        for (int i = 0; i < N; i++)
            CHECK(a[i] == i + (!discrete() || (i >= 100 && i < 150) ? 10000 : 0));
        for (int i = 0; i < N; i++)
            a[i] = -i;
        #pragma acc update device(a[500:200], a[0:10])
        #pragma acc update self(elsewhere) if_present
        #pragma acc update device(a) if(N < 0)
        #pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        #pragma acc update self(a) if(N > 0)
        #pragma acc update host(a[3:71])
    }
    for (int i = 0; i < N; i++) {
        int fresh = !discrete() || i < 10 || (i >= 500 && i < 700);
        CHECK(a[i] == (fresh ? -i : i + 10000) + 1);
    }
    CHECK(elsewhere[3] == 4);
    return CHECKED();
}
