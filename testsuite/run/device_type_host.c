// Clauses behind device_type hold on the device that they name, also where that is the host's cores: queues, sizes, and how loops
// run; names of devices that nobody has change nothing; * is for the rest (§2.4).
// covers: device_type host
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <openacc.h>
#define N 1000

static int a[N];

static int slow(int n)
{
    int s = 0;
    for (int k = 0; k < n; k++)
        s += (s ^ k) & 1;
    return s > 0;
}

int main(void)
{
    int host = acc_get_device_type() == acc_device_host, c = 0;
    #pragma acc enter data create(a)
    #pragma acc parallel loop present(a) async(1) device_type(host) async(2)
    for (int i = 0; i < N; i++)
        a[i] = slow(30000) + i;
    #pragma acc update self(a[0:1]) async(3) dtype(multicore) async(4) wait(2) dtype(*) wait(1)
    acc_wait(host ? 4 : 3);
    CHECK(acc_async_test(host ? 2 : 1));
    acc_wait_all();
    #pragma acc exit data copyout(a)
    CHECK(a[N - 1] == N);

    #pragma acc parallel copy(c) num_gangs(2) device_type(host) num_gangs(3) device_type(nvidia) num_gangs(5)
    {
        #pragma acc atomic
        c++;
    }
    CHECK(c == (host ? 3 : 5));
    c = 0;
    #pragma acc parallel copy(c) dtype(radeon) num_gangs(7) dtype(HOST) num_gangs(3) dtype(*) num_gangs(6)
    {
        #pragma acc atomic
        c++;
    }
    CHECK(c == (host ? 3 : 6));
    c = 0;
    #pragma acc parallel copy(c) num_gangs(2)
    {
        #pragma acc loop device_type(nvidia) gang device_type(host, multicore) seq
        for (int i = 0; i < 10; i++) {
            #pragma acc atomic
            c++;
        }
    }
    CHECK(c == (host ? 20 : 10));
    /* A queue that the directive names for neither is nobody's. */
    #pragma acc parallel loop copy(a) device_type(radeon) async(7)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    CHECK(a[3] == 5);
    #pragma acc data copy(a) async(8) device_type(host) wait(2)
    {
        #pragma acc parallel loop present(a) wait(8)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
    #pragma acc wait
    CHECK(a[3] == 6);
    return CHECKED();
}
