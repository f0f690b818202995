// Modifiers of data clauses: zero, readonly, always, alwaysin and alwaysout (OpenACC 3.4), and the regions' own
// updatein and updateout of the PGI model.
// covers: always
// expect: device kernels=10 uploads=5 upload_bytes=164 downloads=10 download_bytes=368 allocs=9
#include "check.h"
#include <openacc.h>
enum { N = 10 };

int main(void)
{
    int x[N], y[N], host = acc_get_device_type() == acc_device_host;
    for (int i = 0; i < N; i++)
        x[i] = y[i] = i;
    #pragma acc enter data copyin(x[0:N])
    x[0] = 50;
    #pragma acc parallel loop copyin(x[0:N]) copyout(y[0:N])
    for (int i = 0; i < N; i++)
        y[i] = x[i];
    CHECK(y[0] == (host ? 50 : 0) && y[9] == 9);
    #pragma acc parallel loop copyin(always: x[0:N]) copyout(y[0:N])
    for (int i = 0; i < N; i++)
        y[i] = x[i];
    CHECK(y[0] == 50);
    x[0] = 60;
    #pragma acc parallel loop copy(alwaysout: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] += 1;
    CHECK(x[0] == (host ? 61 : 51) && x[9] == 10);
    x[0] = 70;
    #pragma acc parallel loop copy(alwaysin: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] += 1;
    CHECK(x[0] == (host ? 71 : 70));
    #pragma acc data copyout(alwaysout: x[0:N])
    {
        #pragma acc parallel loop copyin(readonly: x[0:N]) copyout(y[0:N])
        for (int i = 0; i < N; i++)
            y[i] = x[i];
    }
    CHECK(x[0] == 71 && y[0] == 71);
    /* Still held by one more enter data. */
    #pragma acc enter data copyin(x[0:N])
    #pragma acc serial present(x)
    x[0] = 80;
    #pragma acc exit data copyout(always: x[0:N])
    CHECK(x[0] == 80);
    #pragma acc exit data delete(x[0:N])
    CHECK(host || !acc_is_present(x, sizeof x));

    for (int i = 0; i < N; i++)
        y[i] = host ? 0 : 9;
    #pragma acc parallel loop create(zero: y[0:N]) copyout(x[0:N])
    for (int i = 0; i < N; i++)
        x[i] = y[i];
    CHECK(x[0] == 0 && x[9] == 0);
    #pragma acc enter data create(zero: y[0:N])
    #pragma acc parallel loop present(y) copyout(zero: x[0:N])
    for (int i = 0; i < N / 2; i++)
        x[i] = y[i] + 1;
    CHECK(x[4] == 1 && x[5] == 0);
    #pragma acc exit data delete(y)

    #pragma acc enter data create(x[0:N])
    for (int i = 0; i < N; i++)
        x[i] = i;
    #pragma acc region updatein(x[0:N]) updateout(x[0:N])
    {
        #pragma acc for parallel
        for (int i = 0; i < N; i++)
            x[i] += 5;
    }
    CHECK(x[3] == 8);
    x[3] = 0;
    #pragma acc data region updatein(x[3:1])
    {
        #pragma acc parallel loop present(x)
        for (int i = 0; i < N; i++)
            x[i] *= 2;
    }
    #pragma acc update self(x[2:2])
    CHECK(x[2] == 14 && x[3] == 0);
    #pragma acc exit data delete(x)
    return CHECKED();
}
