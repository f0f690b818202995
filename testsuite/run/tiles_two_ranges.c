// Two loops in order with one variable (C89) and different ranges, in a nest that the host's cores go through in tiles: what is copied of b
// for the first one isn't what the second one reads.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: multicore host_kernels=1
#include <stdio.h>

#define N 40

static double a[N][N], b[N + 4][N + 4], c[N][N], want[N][N];

__attribute__((noinline)) static void run(int n, int m)
{
    int i, j, k;
#pragma acc kernels
    {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++) {
                c[i][j] = 0;
                for (k = 0; k < m; k++)
                    c[i][j] += a[i][k] * b[j][k] + b[k][j];
                for (k = 3; k < m + 3; k++)
                    c[i][j] += 2 * b[j][k] - b[k][j];
            }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
    for (int i = 0; i < N + 4; i++)
        for (int j = 0; j < N + 4; j++)
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
    int n = 37, m = 35;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < m; k++)
                want[i][j] += a[i][k] * b[j][k] + b[k][j];
            for (int k = 3; k < m + 3; k++)
                want[i][j] += 2 * b[j][k] - b[k][j];
        }
    run(n, m);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += c[i][j] != want[i][j];
    if (wrong)
        printf("%d elements are wrong\n", wrong);
    return wrong != 0;
}
