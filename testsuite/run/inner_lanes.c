// Inner loops without a directive in `parallel loop` over plain pointers get lanes if memory lies apart, which the launch asks. Where it
// overlaps, the rows are still the gangs', and each goes in order.
// expect: device in_order=5
#include "check.h"
#include <stdlib.h>

enum { N = 37, M = 150 };

struct field {
    int n;
    double *u, *v;
};

static void twice(int n, int m, double *u, const double *v)
{
#pragma acc parallel loop present(u, v)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i * m + j] = 2 * v[i * m + j] + i;
}

static void sections(int n, int m, double *u, const double *v)
{
#pragma acc parallel loop present(u[0:n * m], v[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i * m + j] = 2 * v[i * m + j] + i;
}

// Each row in order where u is v moved by one: what one iteration writes the next reads.
static void along(int n, int m, double *u, const double *v)
{
#pragma acc parallel loop default(present)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            u[i * m + j] = v[i * m + j - 1] + 1;
}

static void levels(int n, int m, double *u, const double *v, double *w)
{
#pragma acc parallel loop present(u[0:n * m], v[0:n * m], w[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            u[i * m + j] = v[i * m + j] + 1;
        for (int j = 0; j < m; j++)
            s += u[i * m + j];
        w[i] = s;
    }
}

static void members(struct field *f, int m)
{
    double *u = f->u, *v = f->v;
    int n = f->n;
#pragma acc parallel loop deviceptr(u, v)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            u[i * m + j] = v[i * m + j] - 1;
}

static double now(int k)
{
    return k % 31 - 7;
}

static void check(double (*want)(int i, int j), const double *u, int line)
{
    for (int k = 0; k < N * M; k++)
        if (u[k] != want(k / M, k % M)) {
            printf("line %d: u[%d] is %g, not %g\n", line, k, u[k], want(k / M, k % M));
            check_failures++;
            return;
        }
}

static double doubled(int i, int j) { return 2 * now(i * M + j) + i; }
static double shifted(int i, int j) { return j == 0 ? 0 : now(i * M + j - 1) + 1; }
static double counted(int i, int j) { return now(i * M) + j; }
static double raised(int i, int j) { return now(i * M + j) + 1; }

static void fill(double *a, int zero)
{
    for (int k = 0; k < N * M; k++)
        a[k] = zero ? 0 : now(k);
}

int main(void)
{
    double *u = malloc(N * M * sizeof *u), *v = malloc(N * M * sizeof *v), w[N];
    void (*const both[])(int, int, double *, const double *) = {twice, sections};
    for (int which = 0; which < 2; which++) {
        fill(u, 1);
        fill(v, 0);
#pragma acc data copy(u[0:N * M]) copyin(v[0:N * M])
        both[which](N, M, u, v);
        check(doubled, u, __LINE__);
        // In place: the same memory.
#pragma acc data copy(v[0:N * M])
        both[which](N, M, v, v);
        check(doubled, v, __LINE__);
    }
    fill(u, 1);
    fill(v, 0);
#pragma acc data copy(u[0:N * M]) copyin(v[0:N * M])
    along(N, M, u, v);
    check(shifted, u, __LINE__);
#pragma acc data copy(v[0:N * M])
    along(N, M, v, v);
    check(counted, v, __LINE__);

    fill(u, 1);
    fill(v, 0);
#pragma acc data copy(u[0:N * M]) copyin(v[0:N * M]) copyout(w)
    levels(N, M, u, v, w);
    check(raised, u, __LINE__);
    double sum = 0, want = 0;
    for (int k = 0; k < N * M; k++)
        want += raised(k / M, k % M);
    for (int i = 0; i < N; i++)
        sum += w[i];
    CHECK(sum == want);
    fill(v, 0);
#pragma acc data copy(v[0:N * M]) copyout(w)
    levels(N, M, v, v, w);
    check(raised, v, __LINE__);

    fill(u, 1);
    fill(v, 0);
#pragma acc data copy(u[0:N * M]) copyin(v[0:N * M])
    {
        struct field d = {.n = N};
#pragma acc host_data use_device(u, v)
        {
            d.u = u;
            d.v = v;
        }
        members(&d, M);
        d.u = d.v;
        members(&d, M);
#pragma acc update self(v[0:N * M])
    }
    for (int k = 0; k < N * M; k++)
        CHECK(u[k] == now(k) - 1 && v[k] == now(k) - 1);
    free(u);
    free(v);
    return CHECKED();
}
