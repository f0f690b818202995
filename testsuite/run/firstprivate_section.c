// firstprivate of sections of pointers and of array parameters: on parallel, on serial, on a combined loop; of
// constant and of run-time length; not from the start; with stale data present; changed behind an async construct.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <stdlib.h>
#define N 12

static void gangs(int n, const double *a, const double *f, double *c, double *d)
{
    #pragma acc parallel num_gangs(4) firstprivate(c[0:n], f[0:2]) copyin(a[0:N * n]) copyout(d[0:N * n])
    {
        #pragma acc loop gang
        for (int x = 0; x < N; x++) {
            #pragma acc loop worker vector
            for (int y = 0; y < n; y++)
                d[x * n + y] = a[x * n + y] + f[1] * c[y];
        }
    }
}

static void parameter(int row[4], int *out)
{
    #pragma acc serial firstprivate(row) copyout(out[0:4])
    for (int i = 0; i < 4; i++) {
        row[i] += 1;
        out[i] = row[i];
    }
}

int main(void)
{
    int n = 300;
    double *a = malloc(N * n * sizeof *a), *d = malloc(N * n * sizeof *d), *c = malloc(n * sizeof *c), f[2] = {9, 3};
    for (int i = 0; i < N * n; i++)
        a[i] = i % 19;
    for (int i = 0; i < n; i++)
        c[i] = i;
    gangs(n, a, f, c, d);
    for (int i = 0; i < N * n; i++)
        CHECK(d[i] == a[i] + 3 * (i % n));

    int row[4] = {5, 6, 7, 8}, out[4];
    parameter(row, out);
    for (int i = 0; i < 4; i++)
        CHECK(out[i] == 6 + i && row[i] == 5 + i);

    /* Each gang changes its own; one gang has one for all of its iterations. */
    double sums[N];
    #pragma acc parallel num_gangs(1) firstprivate(c[3:4]) copyout(sums)
    {
        #pragma acc loop seq
        for (int x = 0; x < N; x++) {
            c[5] += 1;
            sums[x] = c[5] + c[3] + c[6];
        }
    }
    for (int x = 0; x < N; x++)
        CHECK(sums[x] == 5 + x + 1 + 3 + 6);
    CHECK(c[5] == 5);

    /* A combined loop, and a struct. */
    struct { int a, b; } *s = malloc(2 * sizeof *s);
    s[0].a = 1, s[0].b = 2, s[1].a = 3, s[1].b = 4;
    int got[N];
    #pragma acc parallel loop firstprivate(s[:2]) copyout(got)
    for (int i = 0; i < N; i++)
        got[i] = s[i % 2].a * 10 + s[i % 2].b;
    for (int i = 0; i < N; i++)
        CHECK(got[i] == (i % 2 ? 34 : 12));

    /* The local thread's values count, not those of a copy that is present. */
    #pragma acc data copyin(c[0:n])
    {
        c[7] = -1;
        #pragma acc parallel loop firstprivate(c[0:n]) copyout(sums)
        for (int i = 0; i < N; i++)
            sums[i] = c[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(sums[i] == (i == 7 ? -1 : i));

    /* Nothing to copy. */
    int none = 0;
    #pragma acc serial firstprivate(c[0:none]) copyout(got)
    for (int i = 0; i < N; i++)
        got[i] = i;
    CHECK(got[N - 1] == N - 1);
    free(a);
    free(c);
    free(d);
    free(s);
    return CHECKED();
}
