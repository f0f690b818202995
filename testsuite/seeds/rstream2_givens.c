// The paper's example of textbook C: a QR decomposition by Givens rotations. Rows are rotated into each other one pair after the other, so no loop of the
// three is parallel as it stands.
// expect: device kernels=68 uploads=1 downloads=1
// expect: multicore host_kernels=1 in_order=0
// report: devices run the iterations in another order, in which threads can share them
#include "../run/check.h"
#include <math.h>

enum { M = 40, N = 30 };
static double a[M][N], r[M][N];

static void givens(void)
{
#pragma acc kernels
    for (int k = 0; k < N; k++)
        for (int i = M - 1; i > k; i--) {
            double x = a[i - 1][k], y = a[i][k];
            double h = sqrt(x * x + y * y);
            double c = h > 0 ? x / h : 1, s = h > 0 ? y / h : 0;
            for (int j = k; j < N; j++) {
                double t = a[i - 1][j];
                a[i - 1][j] = c * t + s * a[i][j];
                a[i][j] = c * a[i][j] - s * t;
            }
        }
}

int main(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = r[i][j] = (i * 7 + j * 13) % 17 - 8 + (i == j);
    givens();
    for (int k = 0; k < N; k++)
        for (int i = M - 1; i > k; i--) {
            double x = r[i - 1][k], y = r[i][k];
            double h = sqrt(x * x + y * y);
            double c = h > 0 ? x / h : 1, s = h > 0 ? y / h : 0;
            for (int j = k; j < N; j++) {
                double t = r[i - 1][j];
                r[i - 1][j] = c * t + s * r[i][j];
                r[i][j] = c * r[i][j] - s * t;
            }
        }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            CHECK(fabs(a[i][j] - r[i][j]) < 1e-9 && (j >= i || fabs(a[i][j]) < 1e-9));
    return CHECKED();
}
