// The host's own code, and what queues still do with its memory.
#include <openacc.h>
#include <stdio.h>
#define N 1000

static double a[N], b[N];
struct pair {
    int n;
    double sum;
};

static double first(const double *p)
{
    return p[0]; // check: the host reads a[0], which queue 1 may still write | copies a to the host | async(1) | missing: #pragma acc wait(1)
}

int main(void)
{
    double s = 0, total = 0;
    struct pair p = {3, 0.5};
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    // The result is read too early.
#pragma acc parallel loop copy(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    total += first(a);
#pragma acc wait(1)
    total += first(a);
    // What is to be copied changes too early.
#pragma acc enter data copyin(b) async(2)
    b[7] = -1; // check: the host writes b[7], which queue 2 may still read | copies b to the device | missing: #pragma acc wait(2)
#pragma acc wait(2)
    b[7] = 7;
    // To read it does no harm.
#pragma acc update device(b) async(2)
    total += b[8];
#pragma acc wait
#pragma acc exit data delete(b)
    // A sum.
#pragma acc parallel loop copyin(a) copy(s) reduction(+:s) async(3)
    for (int i = 0; i < N; i++)
        s += a[i];
    total += s; // check: the host reads s, which queue 3 may still write
#pragma acc wait(3)
    total += s;
    // The wrong queue is waited for.
#pragma acc data copyin(a)
    {
#pragma acc parallel loop async(4)
        for (int i = 0; i < N; i++)
            a[i] = 2 * i;
#pragma acc update self(a[0:N/2]) async(4)
#pragma acc wait(5)
        total += a[N / 4]; // check: the host reads a[250], which queue 4 may still write
        // The other half isn't copied.
        total += a[N - 1];
#pragma acc wait(4)
    }
    // One queue waits for another one, and the host for that.
#pragma acc enter data copyin(a)
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma acc update self(a) async(1)
#pragma acc wait(1) async(2)
    acc_wait(2);
    total += a[3];
    // Asked, and heard that it is done.
#pragma acc update self(a) async(6)
    while (!acc_async_test(6))
        ;
    total += a[4];
#pragma acc exit data delete(a)
    // A struct.
#pragma acc parallel copy(p) async(7)
    p.sum += p.n;
    total += p.n; // check: the host reads p | queue 7 may still write | missing: #pragma acc wait(7)
#pragma acc wait
    printf("%g\n", total + p.sum);
    // Nobody waits for it.
#pragma acc parallel loop copyout(b) async(8) // check: nothing waits for queue 8, which copies b to the host | missing: #pragma acc wait(8)
    for (int i = 0; i < N; i++)
        b[i] = i;
    return 0;
}
