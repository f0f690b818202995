// First and last elements of rows whose pitch isn't known, as boundary conditions name them: `i*n + n - 1` is in row i. Rows of one element overlap with the next ones.
// launch: kernels_row_ends_walls_16
// launch: kernels_row_ends_wrapped_25
// launch: kernels_row_ends_walls_16_rows_overlap
// report: This rests on 2 <= n
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define ROWS 300

static double p[ROWS * 20], want[ROWS * 20];

static void walls(int m, int n, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < m; i++) {
        a[i * n] = a[i * n + 1];
        a[i * n + n - 1] = 2 * a[i * n + n - 2];
    }
}

static void wrapped(int m, int n, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < m; i++) {
        a[i * n] = a[(i + 1) * n - 2];
        a[(i + 1) * n - 1] = a[i * n + 1];
    }
}

static void plain(int m, int n, double *a, int wrap)
{
    for (int i = 0; i < m; i++) {
        double *row = a + i * n;
        row[0] = row[wrap ? n - 2 : 1];
        row[n - 1] = wrap ? row[1] : 2 * row[n - 2];
    }
}

int main(void)
{
    static const int widths[] = {20, 3, 1};
    for (int i = 0; i < ROWS * 20; i++)
        p[i] = want[i] = i % 11;
    for (int k = 0; k < 3; k++) {
        int n = widths[k], first = n == 1;
        walls(ROWS, n, p + first);
        plain(ROWS, n, want + first, 0);
        wrapped(ROWS, n, p + first);
        plain(ROWS, n, want + first, 1);
        for (int i = 0; i < ROWS * 20; i++)
            CHECK(p[i] == want[i]);
    }
    return CHECKED();
}
