// Nests with no loop directives at all: a stencil, a matrix product, a triangle, a loop that must stay sequential outside.
// expect: device kernels>=4
// expect: multicore host_kernels>=4
#include "check.h"
#define N 50

static double a[N][N], b[N][N], c[N][N];
static int t[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + 2 * j, b[i][j] = i == j ? 2 : i == j + 1;
    #pragma acc kernels copyin(a, b) copyout(c)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    #pragma acc kernels copy(t)
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            t[i][j] = i * j;
    #pragma acc kernels copy(a)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = a[i - 1][j] + 1;
    #pragma acc kernels copyin(c) copy(b)
    {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = c[i][j - 1] + c[i][j + 1];
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double want = 2 * (i + 2 * j) + (j + 1 < N ? i + 2 * (j + 1) : 0);
            CHECK(c[i][j] == want);
            CHECK(t[i][j] == (j <= i ? i * j : 0));
            CHECK(a[i][j] == 2 * j + i);
            if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
                CHECK(b[i][j] == c[i][j - 1] + c[i][j + 1]);
        }
    return CHECKED();
}
