// The greatest difference between two planes, by fmax, as in the end condition of Jacobi's iteration.
// true: line 6 reduction, line 7 reduction
#include <math.h>
double change(int n, double a[n][n], double b[n][n])
{
    double d = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d = fmax(d, fabs(a[i][j] - b[i][j]));
    return d;
}
