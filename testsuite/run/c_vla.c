// Arrays of variable length: local to an iteration, private, multi-dimensional parameters, pointers to rows, sizeof.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdlib.h>
#define N 40

static double trace(int n, int m, double a[n][m])
{
    double t = 0;
    for (int i = 0; i < n && i < m; i++)
        t += a[i][i];
    return t;
}

static double corner(int n, double a[][n][2], int i)
{
    double(*row)[2] = a[i];
    return row[n - 1][1] + sizeof a[0] / sizeof(double);
}

static double running(int n, const double *x)
{
    double window[n], s = 0;
    for (int k = 0; k < n; k++)
        window[k] = x[k] * x[k];
    for (int k = 1; k < n; k++)
        window[k] += window[k - 1];
    for (int k = 0; k < n; k++)
        s += window[k] / (k + 1);
    return s;
}

static void fill(int rows, int cols, double (*a)[cols])
{
    #pragma acc parallel loop collapse(2) copyout(a[0:rows][0:cols])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            a[i][j] = i * 10 + j;
}

static double median(int n, double work[n])
{
    for (int i = 1; i < n; i++) {
        double v = work[i];
        int j = i;
        for (; j > 0 && work[j - 1] > v; j--)
            work[j] = work[j - 1];
        work[j] = v;
    }
    return work[n / 2];
}

int main(int argc, char **argv)
{
    int n = N + argc - 1, m = 7;
    (void)argv;
    double(*a)[m] = malloc(sizeof(double[n][m]));
    double b[n][m][2], out[n], mid[n];
    fill(n, m, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j][0] = a[i][j], b[i][j][1] = -a[i][j];
    #pragma acc parallel loop copyin(a[0:n][0:m], b) copyout(out)
    for (int i = 0; i < n; i++) {
        int k = 2 + i % 5;
        double tmp[k + 1], grid[k][m];
        for (int j = 0; j <= k; j++)
            tmp[j] = j < m ? a[i][j] : 0;
        k++, k--;
        for (int r = 0; r < k; r++)
            for (int j = 0; j < m; j++)
                grid[r][j] = tmp[r] * (j + 1);
        out[i] = running(k, tmp) + trace(k, m, grid) + corner(m, b, i) + (double)(sizeof tmp / sizeof *tmp);
    }
    double work[m];
    #pragma acc parallel loop copyin(a[0:n][0:m]) copyout(mid) private(work)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            work[j] = (double)((i * 7 + j * 5) % 11) + a[i][0];
        mid[i] = median(m, work);
    }
    for (int i = 0; i < n; i++) {
        int k = 2 + i % 5;
        double tmp[k + 1], grid[k][m];
        for (int j = 0; j <= k; j++)
            tmp[j] = j < m ? i * 10 + j : 0;
        for (int r = 0; r < k; r++)
            for (int j = 0; j < m; j++)
                grid[r][j] = tmp[r] * (j + 1);
        CHECK(out[i] == running(k, tmp) + trace(k, m, grid) + corner(m, b, i) + (k + 1));
        for (int j = 0; j < m; j++)
            work[j] = (double)((i * 7 + j * 5) % 11) + i * 10;
        CHECK(mid[i] == median(m, work));
    }
    free(a);
    return CHECKED();
}
