// Queues run beside each other and beside the program: two kernels that wait for each other's flag on different queues (they
// end only if both run at once), and a kernel that waits for the host. Values are those of the launch.
// covers: async overlap
// run: -O2 -Wall -Wextra -Wno-unknown-pragmas
// env: OMP_NUM_THREADS=1 ACCRS_SIM_THREADS=3
// time: 30
// devices: multicore
// expect: multicore host_kernels=15
#include "check.h"
#ifdef _OPENACC
#include <openacc.h>
#include <stdlib.h>
#define N 1000

static volatile int flag[3];

/* Waits at most a few seconds of spinning: a runtime that has no real queues fails, it doesn't hang. */
static int await(volatile int *which)
{
    for (long i = 0; i < 2000000000L; i++)
        if (*which)
            return 1;
    return 0;
}

/* Local scalars and a pointer of a function that has returned before its kernel runs. */
static void later(int *to, int n, int gate)
{
    int scale = 3;
    struct { int add, unused[2]; } s = {4, {0, 0}};
    #pragma acc parallel loop async(5) present(to[0:n])
    for (int i = 0; i < n; i++)
        to[i] = i == 0 ? await(&flag[2]) * gate : i * scale + s.add;
    scale = 0;
    s.add = 0;
    to = NULL;
    n = 0;
}

int main(void)
{
    int met[2] = {0, 0}, sum = 0, *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);

    #pragma acc serial async(1) copy(met)
    {
        flag[0] = 1;
        met[0] = await(&flag[1]);
    }
    #pragma acc serial async(2) copy(met)
    {
        flag[1] = 1;
        met[1] = await(&flag[0]);
    }
    #pragma acc wait(1, 2)
    CHECK(met[0] == 1 && met[1] == 1);

    /* The host goes on while queue 5 waits for it. */
    #pragma acc enter data create(a[0:N], b[0:N])
    later(a, N, 6);
    CHECK(!acc_async_test(5));
    CHECK(acc_async_test(1));
    flag[2] = 1;
    acc_wait(5);
    CHECK(acc_async_test_all());
    CHECK(a[0] == 6);
    for (int i = 1; i < N; i++)
        CHECK(a[i] == i * 3 + 4);

    /* In order on one queue, behind another queue, and a reduction that arrives at the wait. */
    for (int step = 0; step < 10; step++) {
        #pragma acc parallel loop async(3) present(a[0:N])
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 2 - step;
    }
    #pragma acc parallel loop async(4) wait(3) present(a[0:N], b[0:N])
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    acc_memcpy_device_async(acc_deviceptr(a), acc_deviceptr(b), N * sizeof *a, 4);
    #pragma acc parallel loop async(4) present(a[0:N]) reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += a[i] - b[i] + 1;
    #pragma acc exit data copyout(a[0:N]) delete(b[0:N]) async(4)
    #pragma acc wait
    CHECK(sum == N);
    int want = 3 + 4;
    for (int step = 0; step < 10; step++)
        want = want * 2 - step;
    CHECK(a[1] == want + 1);
    free(a);
    free(b);
    return CHECKED();
}
#else
int main(void)
{
    return 0;
}
#endif
