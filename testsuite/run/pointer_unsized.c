// Pointers without a clause whose extent can't be found, and which are not in the present table, though nothing is wrong: device
// addresses, null, memory that no iteration comes to, and memory that a condition keeps the kernel from.
// expect: device kernels=7
// faults: it ends with a status of its own where there is no memory
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#define N 60

static void scatter(int *a, const int *order, int n)
{
    #pragma acc parallel loop copyin(order[0:n])
    for (int i = 0; i < n; i++)
        a[order[i]] = i;
}

static int gather(const int *a, const int *order, int n, int use)
{
    int sum = 0;
    #pragma acc parallel loop copyin(order[0:n]) reduction(+:sum)
    for (int i = 0; i < n; i++) {
        if (use)
            sum += a[order[i]];
        sum += use && a[order[i]] == i ? 2 : 1;
    }
    return sum;
}

static int guarded(const int *a, const int *order, int n)
{
    int sum = 0;
    #pragma acc parallel loop copyin(order[0:n]) reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a ? a[order[i]] : 1;
    return sum;
}

int main(void)
{
    int order[N], *host = malloc(N * sizeof *host);
    int *device = acc_malloc(N * sizeof *device);
    if (!device || !host)
        return 2;
    for (int i = 0; i < N; i++) {
        order[i] = N - 1 - i;
        host[i] = 7;
    }
    scatter(device, order, N);
    CHECK(gather(device, order, N, 1) == N * (N - 1) / 2 + 2 * N);
    CHECK(guarded(device, order, N) == N * (N - 1) / 2);
    CHECK(guarded(0, order, N) == N);
    CHECK(gather(host, order, N, 0) == N);
    scatter(host, order, 0);
    int *mapped = host;
    #pragma acc data copy(host[0:N])
    scatter(mapped, order, N);
    for (int i = 0; i < N; i++)
        CHECK(host[i] == N - 1 - i);
    acc_free(device);
    free(host);
    return CHECKED();
}
