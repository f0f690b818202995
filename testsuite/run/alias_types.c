// With -fno-strict-aliasing pointers to different types may lead to one object: the loop asks, and runs in order where they do.
// run: -O2 -fno-strict-aliasing -Wno-openacc
// env: OMP_NUM_THREADS=5
// devices: multicore
// expect: multicore host_kernels=3 in_order=3
#include "check.h"
#include <string.h>
#define N 9999

static union {
    float f[N + 1];
    int i[N + 1];
} u, v;

struct holder {
    float *f;
    int *i;
};

static void shift(int n, float *a, const int *b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] * 1.0f + 1;
}

static void plain(int n, float *a, const int *b)
{
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] * 1.0f + 1;
}

static void held(int n, const struct holder *h)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        h->f[i + 1] = h->i[i] * 1.0f + 1;
}

static void scattered(int n, double *a, const long long *b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i + 1] = b[i] * 1.0 + 1;
}

int main(void)
{
    struct holder h = { u.f, u.i };
    double d[101] = { 0 }, e[101] = { 0 };
    plain(N, v.f, v.i);
    shift(N, u.f, u.i);
    CHECK(!memcmp(&u, &v, sizeof u));
    memset(&u, 0, sizeof u);
    held(N, &h);
    CHECK(!memcmp(&u, &v, sizeof u));
    scattered(100, d, (long long *)d);
    for (int i = 0; i < 100; i++) {
        long long bits;
        memcpy(&bits, &e[i], sizeof bits);
        e[i + 1] = bits * 1.0 + 1;
    }
    CHECK(!memcmp(d, e, sizeof d));
    return CHECKED();
}
