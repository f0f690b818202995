// The runtime's memory manager: data moves where data and update say so, parts of arrays too, and what is present is found by its address, also by a part of it.
// expect: device kernels=3 uploads=2 upload_bytes=4004 downloads=2 download_bytes=4020
#include "../run/check.h"
#include <openacc.h>

enum { N = 1000 };
static float a[N], b[N];

static void add(float *x, int n)
{
#pragma acc kernels present(x[0:n])
#pragma acc loop gang(4) vector(32)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

int main(void)
{
    int apart = acc_get_device_type() != acc_device_host;
    for (int i = 0; i < N; i++)
        a[i] = (float)i;
#pragma acc data copyin(a[0:N])
    {
        add(a, N);
#pragma acc update host(a[10:5])
        CHECK(a[10] == 11 && a[14] == 15);
        a[500] = 7;
#pragma acc update device(a[500:1])
        add(a, N);
        add(a + 100, 50);
        CHECK(acc_is_present(a, sizeof a) && acc_is_present(a + 100, 4));
        CHECK(acc_is_present(b, sizeof b) == !apart);
#pragma acc update self(a)
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i == 500 ? 8 : i + 2 + (i >= 100 && i < 150)));
    return CHECKED();
}
