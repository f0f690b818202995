// A long kernel in one queue: the host goes on at once, and a kernel of another queue ends before it.
// covers: async overlap
// eager: nothing runs beside anything on a lazy device
// env: OMP_NUM_THREADS=2
// expect: device kernels=2
// expect: multicore host_kernels=2
// openmp: it is about what runs beside something
#include "clauses.h"

static double work(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999999 + 1e-6 * i;
    return x;
}

int main(void)
{
    double x = 1, y = 2;
    int n = 60000000;
#pragma acc enter data copyin(x, y)
#pragma acc serial present(x) async(1)
    x = work(x, n);
    int busy = !acc_async_test(1);
#pragma acc serial present(y) async(2)
    y = work(y, 10);
    acc_wait(2);
    int still = !acc_async_test(1);
    acc_wait(1);
    CHECK("1 was running", 0, busy, 1);
    CHECK("2 did not wait for it", 0, still, 1);
#pragma acc exit data copyout(x, y)
    CHECK("x", 0, x == work(1, n), 1);
    CHECK("y", 0, y == work(2, 10), 1);
    return bad != 0;
}
