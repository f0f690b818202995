// Reads of values that are older than those of the other side: updates that are forgotten. What is right stands beside it, and nothing is said.
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 100

static double u[N], v[N], m[10][20];
struct pair {
    int n;
    double x[4];
};

static void forgotten_self(double *a, int n)
{
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a)
    for (int i = 0; i < n; i++)
        a[i] += i;
    printf("%g\n", a[n - 1]); // check: the host reads a[99], whose newest value is on the device | the device writes: a[i] += i | on the device since then: a[0:n] | missing: #pragma acc update self(a[0:n]) before it
    // It is told once.
    printf("%g\n", a[n - 2]);
#pragma acc update self(a[0:n])
    printf("%g\n", a[n - 1]);
#pragma acc exit data delete(a)
}

static void forgotten_device(void)
{
#pragma acc enter data copyin(u) create(v)
    for (int i = 0; i < N; i++)
        u[i] = i + 1;
#pragma acc parallel loop present(u, v)
    for (int i = 0; i < N; i++)
        v[i] = 2 * u[i]; // check: the device reads u[0], whose newest value is on the host, in i = 0 | the host wrote it | missing: #pragma acc update device(u) before the construct
#pragma acc update device(u)
#pragma acc parallel loop present(u, v)
    for (int i = 0; i < N; i++)
        v[i] = 2 * u[i];
#pragma acc update self(v)
    printf("%g\n", v[7]);
    // Written by the library, which isn't seen, but the values are others.
    memset(u, 0, sizeof u);
#pragma acc parallel loop present(u, v)
    for (int i = 0; i < N; i++)
        v[i] += u[i]; // check: the device reads u[0], whose newest value is on the host, in i = 0 | on the device since then: u
    // Both sides have changed it: the later one counts.
    v[3] = -1;
#pragma acc parallel loop present(v)
    for (int i = 0; i < N; i++)
        v[i] = i;
    printf("%g\n", v[3]); // check: the host reads v[3], whose newest value is on the device
#pragma acc exit data delete(u, v)
}

static void of_two_dimensions(void)
{
    int hits = 0;
    struct pair p = {3, {0}};
#pragma acc data copyin(m) copy(hits, p)
    {
#pragma acc parallel loop reduction(+:hits)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 20; j++) {
                m[i][j] = i + j;
                hits++;
            }
        printf("%d\n", hits); // check: the host reads hits, whose newest value is on the device | missing: #pragma acc update self(hits)
        printf("%g\n", m[2][5]); // check: the host reads m[2][5], whose newest value | the device writes: m[i][j] = i + j
        p.n = 7;
#pragma acc serial
        p.x[2] = p.n; // check: the device reads p.n, whose newest value is on the host | update device(p)
        printf("%g\n", p.x[2]); // check: the host reads bytes 24 to 31 of p, whose newest value is on the device
    }
    printf("%d %g\n", hits, p.x[2]);
}

static void right(double *a, int n)
{
    double scratch[N];
    // Only a part is updated, and only that is read.
#pragma acc enter data copyin(a[0:n]) create(scratch)
#pragma acc parallel loop present(a, scratch)
    for (int i = 0; i < n; i++) {
        scratch[i] = a[i];
        a[i] = scratch[i] + 1;
    }
#pragma acc update self(a[10:5])
    printf("%g\n", a[12]);
    // A scratch array of both sides: each writes before it reads.
    for (int i = 0; i < n; i++)
        scratch[i] = i;
    for (int i = 0; i < n; i++)
        printf("%g ", scratch[i]);
    // The values are the same ones on both sides.
    a[12] = a[12] + 0;
#pragma acc parallel loop present(a, scratch)
    for (int i = 10; i < 15; i++)
        scratch[i] = a[i];
    // The host's buffer is filled while the device works on the earlier values.
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    for (int i = 0; i < n; i++)
        a[i] = i;
    printf("%g\n", a[5]);
#pragma acc wait(1)
#pragma acc update device(a[0:n])
#pragma acc parallel loop present(a)
    for (int i = 0; i < n; i++)
        a[i] += 1;
    acc_update_self(a, n * sizeof *a);
    printf("%g\n", a[5]);
#pragma acc exit data delete(a, scratch)
    // What the device had is gone, and the clause says so.
#pragma acc parallel loop copyin(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = -1;
    printf("%g\n", a[5]);
}

int main(void)
{
    double *a = calloc(N, sizeof *a);
    forgotten_self(a, N);
    forgotten_device();
    of_two_dimensions();
    right(a, N);
    free(a);
    return 0;
}
