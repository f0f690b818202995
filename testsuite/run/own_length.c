// Arrays of variable length that each iteration has for itself, in kernels: threads of a block can't share one, so each runs the loops over it.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// report: threads can't share an array of variable length
// expect: device kernels=4
#include "check.h"

enum { N = 50 };
static int c[N], d[N][N];

int main(void)
{
    int n = 5;
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        int v[n + 1];
        for (int k = 0; k <= n; k++)
            v[k] = i * k;
        c[i] = v[i % (n + 1)];
    }
    for (int i = 0; i < N; i++)
        CHECK(c[i] == i * (i % 6));
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int v[n][2], s = 0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < 2; l++)
                    v[k][l] = i * k + j * l;
            for (int k = 0; k < n; k++)
                s += v[k][0] - v[n - 1 - k][1];
            d[i][j] = s;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(d[i][j] == -5 * j);
#pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        int v[n];
        for (int k = 0; k < n; k++)
            v[k] = i + k;
        c[i] += v[i % n];
    }
    /* Where the array is inside of the inner loop, its iterations have one each. */
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        c[i] += 1;
        for (int j = 0; j < N; j++) {
            int v[n];
            for (int k = 0; k < n; k++)
                v[k] = k + j;
            d[i][j] = v[(i + j) % n];
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(c[i] == i * (i % 6) + i + i % 5 + 1);
        for (int j = 0; j < N; j++)
            CHECK(d[i][j] == (i + j) % 5 + j);
    }
    return CHECKED();
}
