// declare in functions: the data lives from there to every way out, and a returned value is made
// before the copies come back.
// expect: device kernels=9 uploads=11 downloads=11 allocs=15
#include "check.h"
#include "device.h"

#define N 20

static int sum_and_double(int n, int *a, int early)
{
    #pragma acc declare copy(a[0:n])
    int sum = 0; /* a declaration behind the directive */
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        a[i] *= 2;
    }
    if (early)
        return sum + 1000 * a[1];
    a[0] = -1; /* lost where the device has its own copy */
    return sum + 1000 * a[1];
}

static int jumps(const int *a, int *b)
{
    int way = 0;
    #pragma acc declare copyin(a[0:N]) copyout(b[0:N])
    {
        int tmp[N];
        #pragma acc declare create(tmp)
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            tmp[i] = a[i] + 1;
        #pragma acc parallel loop present(tmp)
        for (int i = 0; i < N; i++)
            b[i] = tmp[i] * 3;
        if (a[0] == 0)
            goto out;
        way = 1;
    }
out:
    CHECK(!discrete() || on_device(a, N * sizeof *a));
    return way;
}

static void nested(int depth, int *a)
{
    int here = depth;
    #pragma acc declare copy(here) present(a[0:N])
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        a[i] += here;
    if (depth > 0)
        nested(depth - 1, a);
}

static void pointer(int *d, int *a)
{
    #pragma acc declare deviceptr(d)
    #pragma acc parallel loop copyout(a[0:N])
    for (int i = 0; i < N; i++) {
        d[i] = i;
        a[i] = d[i];
    }
}

static int fixed(double m[3][4])
{
    double rows = 0;
    #pragma acc declare copyin(m)
    #pragma acc parallel loop reduction(+:rows)
    for (int i = 0; i < 3; i++)
        rows += m[i][3];
    return (int)rows;
}

int main(void)
{
    int a[N], b[N], apart = discrete();
    for (int i = 0; i < N; i++)
        a[i] = i;
    /* The value is made while the host still has its old copy. */
    CHECK(sum_and_double(N, a, 1) == 190 + 1000 * (apart ? 1 : 2));
    CHECK(a[N - 1] == 2 * (N - 1) && !(apart && on_device(a, sizeof a)));
    CHECK(sum_and_double(N, a, 0) == 380 + 1000 * (apart ? 2 : 4));
    CHECK(a[0] == (apart ? 0 : -1) && a[3] == 12);
    for (int i = 0; i < N; i++)
        a[i] = i;
    CHECK(jumps(a, b) == 0);
    CHECK(b[0] == 3 && b[N - 1] == 60 && !(apart && on_device(b, sizeof b)));
    #pragma acc data copy(a)
    nested(2, a);
    CHECK(a[5] == 5 + 2 + 1 + 0);
    int *d = device_malloc(N * sizeof *d);
    pointer(d, a);
    device_free(d);
    CHECK(a[9] == 9);
    double m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    CHECK(fixed(m) == 24);
    return CHECKED();
}
