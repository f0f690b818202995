// Data clauses name one array twice, by two pointers: loops that use the same element of both in each iteration stay parallel on devices, and
// so do loops that devices run as one.
// expect: device kernels=7
// expect: multicore host_kernels=6
// report: data clauses tell a and c apart
#include "check.h"
#define N 1000

static void doubled(int n, int *a, int *c)
{
#pragma acc kernels copy(a[0:n], c[0:n])
    for (int i = 0; i < n; i++)
        a[i] = c[i] * 2 + 1;
}

static void joined(int n, int *a, const int *c)
{
#pragma acc kernels copy(a[0:n]) copyin(c[0:n])
    {
        for (int i = 0; i < n; i++)
            a[i] = i - c[i];
        for (int i = 0; i < n; i++)
            a[i] += c[i] * c[i];
    }
}

static void rows(int n, int (*a)[10], int (*c)[10])
{
#pragma acc data copy(a[0:n], c[0:n])
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            a[i][j] = c[i][j] + i * j;
}

/* One loop writes what another one reads: kernels follow each other. */
static void one_by_one(int n, int *a, int *c, int *out)
{
#pragma acc kernels copy(a[0:n], c[0:n]) copyout(out[0:n/2])
    {
        for (int i = 0; i < n; i++)
            a[i] = 3 * i;
        for (int i = 0; i < n / 2; i++)
            out[i] = c[n - 1 - i];
    }
}

/* A part of an array that is on the device already, beside another one. */
static void halves(int n, int *a)
{
    int *b = a + n / 2;
#pragma acc data copy(a[0:n])
#pragma acc kernels copy(a[0:n/2], b[0:n/2])
    for (int i = 0; i < n / 2; i++)
        a[i] = b[i] + 1;
}

/* A loop that a directive makes parallel, and one in it that only reads. */
static void lanes(int n, int *a, int *b)
{
#pragma acc parallel loop copy(a[0:8 * n], b[0:8 * n])
    for (int i = 0; i < n; i++) {
        int t = 0;
#pragma acc loop auto
        for (int k = i; k < i + 3; k++)
            t += a[8 * i] + a[8 * i + 4];
        a[8 * i + 2] = t;
        t += a[8 * i + 1];
        b[8 * i + 1] = t;
    }
}

int main(void)
{
    static int v[N], w[N / 10][10];
    for (int i = 0; i < N; i++)
        v[i] = w[i / 10][i % 10] = i;
    doubled(N, v, v);
    for (int i = 0; i < N; i++)
        CHECK(v[i] == 2 * i + 1);
    joined(N, v, v);
    for (int i = 0; i < N; i++)
        CHECK(v[i] == (-i - 1) + (-i - 1) * (-i - 1));
    rows(N / 10, w, w);
    for (int i = 0; i < N / 10; i++)
        for (int j = 0; j < 10; j++)
            CHECK(w[i][j] == 10 * i + j + i * j);
    for (int i = 0; i < N; i++)
        v[i] = i;
    static int out[N];
    one_by_one(N, v, v, out);
    for (int i = 0; i < N / 2; i++)
        CHECK(out[i] == 3 * (N - 1 - i));
    for (int i = 0; i < N; i++)
        v[i] = i;
    halves(N, v);
    for (int i = 0; i < N; i++)
        CHECK(v[i] == (i < N / 2 ? i + N / 2 + 1 : i));
    for (int i = 0; i < N; i++)
        v[i] = i % 8;
#pragma acc data copy(v[0:N])
    lanes(N / 8, v, v);
    for (int i = 0; i < N / 8; i++)
        CHECK(v[8 * i + 2] == 12 && v[8 * i + 1] == 13);
    return CHECKED();
}
