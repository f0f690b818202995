// Variable-length arrays: on the stack, as parameters of one and two dimensions, and pointers to them.
// covers: data vla
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <stdlib.h>

static void transpose(int n, int m, double in[n][m], double out[m][n])
{
    #pragma acc parallel loop gang copyin(in[0:n][0:m]) copyout(out[0:m][0:n])
    for (int i = 0; i < m; i++) {
        #pragma acc loop vector
        for (int j = 0; j < n; j++)
            out[i][j] = in[j][i];
    }
}

static void scale(int n, double v[n], double by)
{
    #pragma acc parallel loop copy(v[0:n])
    for (int i = 0; i < n; i++)
        v[i] *= by;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = 37 * argc, m = 53 * argc;
    double a[n][m], b[m][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 100 * i + j;
    transpose(n, m, a, b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(b[j][i] == 100 * i + j);
    scale(m, a[3], 0.5);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(a[i][j] == (100 * i + j) * (i == 3 ? 0.5 : 1.0));
    double(*p)[m] = malloc(sizeof(double[n][m]));
    #pragma acc parallel loop collapse(2) copyout(p[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = i - j;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 2 * (i + j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            CHECK(p[i][j] == i - j);
            CHECK(a[i][j] == 2 * (i + j));
        }
    free(p);
    return CHECKED();
}
