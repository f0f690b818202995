// private of sections of pointers and arrays, and of array parameters: on parallel, on gang, worker and
// vector loops, of constant and of run-time length.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <stdlib.h>
#define N 13

static void gangs(int n, const double *a, double *sums, double *c)
{
    #pragma acc parallel num_gangs(5) private(c[0:n]) copyin(a[0:N * n]) copy(sums[0:N])
    {
        #pragma acc loop gang
        for (int x = 0; x < N; x++) {
            #pragma acc loop worker vector
            for (int y = 0; y < n; y++)
                c[y] = a[x * n + y];
            #pragma acc loop seq
            for (int y = 0; y < n; y++)
                sums[x] += c[y];
        }
    }
}

static void parameter(double row[7], double out[][7])
{
    #pragma acc parallel loop gang private(row) copyout(out[0:N])
    for (int i = 0; i < N; i++) {
        #pragma acc loop vector
        for (int j = 0; j < 7; j++)
            row[j] = i + 10 * j;
        #pragma acc loop vector
        for (int j = 0; j < 7; j++)
            out[i][j] = row[6 - j];
    }
}

int main(void)
{
    int n = 300;
    double *a = malloc(N * n * sizeof *a), *c = malloc(n * sizeof *c), sums[N], out[N][7];
    for (int i = 0; i < N * n; i++)
        a[i] = i % 17;
    for (int i = 0; i < n; i++)
        c[i] = -1;
    for (int i = 0; i < N; i++)
        sums[i] = 0;
    gangs(n, a, sums, c);
    for (int x = 0; x < N; x++) {
        double want = 0;
        for (int y = 0; y < n; y++)
            want += a[x * n + y];
        CHECK(sums[x] == want);
    }
    CHECK(c[0] == -1 && c[n - 1] == -1);

    parameter(c, out);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 7; j++)
            CHECK(out[i][j] == i + 10 * (6 - j));
    CHECK(c[0] == -1);

    /* Each thread has one; a body without braces. */
    int reversed[N], *t = malloc(8 * sizeof *t);
    t[0] = 7;
    #pragma acc parallel loop gang vector private(t[2:4]) copyout(reversed)
    for (int i = 0; i < N; i++) {
        for (int k = 2; k < 6; k++)
            t[k] = i * k;
        if (i % 3 == 0) {
            reversed[i] = 0;
            continue;
        }
        reversed[i] = t[5] - t[2];
    }
    for (int i = 0; i < N; i++)
        CHECK(reversed[i] == (i % 3 ? 3 * i : 0));
    CHECK(t[0] == 7);

    /* Of run-time length, below two collapsed loops. */
    int m = 3, square[N][N];
    #pragma acc parallel loop collapse(2) private(t[0:m]) copyout(square)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < m; k++)
                t[k] = i + j * k;
            square[i][j] = t[0] + t[m - 1];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(square[i][j] == 2 * i + 2 * j);

    /* An array: the section is a part of its private copy. */
    int w[16];
    for (int k = 0; k < 16; k++)
        w[k] = -k;
    #pragma acc parallel loop private(w[4:8]) copyout(reversed)
    for (int i = 0; i < N; i++) {
        for (int k = 4; k < 12; k++)
            w[k] = i;
        reversed[i] = w[4] + w[11];
    }
    for (int i = 0; i < N; i++)
        CHECK(reversed[i] == 2 * i);
    #pragma acc parallel loop firstprivate(w[0:16]) copyout(reversed)
    for (int i = 0; i < N; i++)
        reversed[i] = w[i];
    for (int i = 0; i < N; i++)
        CHECK(reversed[i] == w[i]);
    CHECK(w[3] == -3 && w[5] == -5);
    free(a);
    free(c);
    free(t);
    return CHECKED();
}
