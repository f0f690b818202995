// An array of variable length keeps the lengths that it was declared with, whatever becomes of the variables in its declarator.
// covers: data vla
// expect: device kernels=6
#include "check.h"
#include <stdlib.h>

#pragma acc routine seq
static double corner(int n, int m, double a[n][m])
{
    int rows = n;
    m = 1;
    n = 0;
    return a[rows - 1][0] + m + n;
}

static void param(int n, int m, double a[n][m])
{
    int rows = n, columns = m;
    m = 2;
    #pragma acc parallel loop collapse(2) copy(a[0:rows])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] += m;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = 12 * argc, m = 7 * argc;
    double a[n][m];
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            a[i][j] = 10 * i + j;
    n = 5;
    m = 3;
    #pragma acc parallel loop collapse(2)
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            a[i][j] += 1000;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            CHECK(a[i][j] == 10 * i + j + 1000);
    // Changed in the region, by each iteration its own copy.
    #pragma acc parallel loop firstprivate(m)
    for (int i = 0; i < 12; i++) {
        m = i;
        for (int j = 0; j < 7; j++)
            a[i][j] -= 1000 + m;
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            CHECK(a[i][j] == 9 * i + j);
    m = 7;
    param(12, m, a);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            CHECK(a[i][j] == 9 * i + j + 2);
    double last = 0;
    #pragma acc parallel copyin(a) copyout(last)
    last = corner(12, 7, a);
    CHECK(last == 9 * 11 + 2 + 1);
    double(*p)[m] = malloc(sizeof(double[12][m]));
    m = 1;
    #pragma acc parallel loop collapse(2) copyout(p[0:12][0:7])
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            p[i][j] = i - j;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 7; j++)
            CHECK(p[i][j] == i - j);
    free(p);
    // A private one is as long as the host's.
    int k = 6 * argc;
    double work[k], sum = 0;
    k = 1;
    #pragma acc parallel loop private(work) reduction(+:sum)
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 6; j++)
            work[j] = i * j;
        for (int j = 0; j < 6; j++)
            sum += work[j];
    }
    CHECK(sum == 4950 * 15);
    return CHECKED() + (k - 1);
}
