/* wavefronts.h: recurrences of which no loop by itself is parallel, as functions NAME(...) with ACC(...) before their loops. */

/* Gauss-Seidel with nine points, in time too. */
__attribute__((unused)) static void NAME(nine)(int steps, int n, double a[N][N])
{
    ACC(kernels copy(a[0:N]))
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                           a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

/* With five points, over an array of variable length; one step in its half of the grid. */
__attribute__((unused)) static void NAME(five)(int steps, int n, int m, float a[n][m])
{
    ACC(kernels copy(a[0:n]))
    for (int t = 0; t < steps; t++)
        for (int i = 1; i <= n - 2; i++)
            for (int j = 1; j <= m - 2; j++)
                a[i][j] = 0.2f * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

/* Successive over-relaxation of one sweep, flat. */
__attribute__((unused)) static void NAME(sor)(int n, int m, double omega, double *a, const double *b)
{
    ACC(kernels copy(a[0:n * m]) copyin(b[0:n * m]))
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            a[i * m + j] = (1 - omega) * a[i * m + j] +
                           omega / 4 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] - b[i * m + j]);
}

/* Local alignment, with declarations and branches in each iteration. */
__attribute__((unused)) static void NAME(align)(int n, int m, const char *s, const char *t, int h[N][N])
{
    ACC(kernels copy(h[0:N]) copyin(s[0:N], t[0:N]))
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            int best = h[i - 1][j - 1] + (s[i] == t[j] ? 3 : -1);
            int up = h[i - 1][j] - 2, left = h[i][j - 1] - 2;
            if (up > best)
                best = up;
            if (left > best)
                best = left;
            h[i][j] = best > 0 ? best : 0;
        }
}

/* Counters and scalars declared outside, and an edge before each row. */
__attribute__((unused)) static void NAME(edges)(int n, int m, double a[N][N])
{
    int i, j;
    double x;
    ACC(kernels copy(a[0:N]))
    for (i = 1; i < n; i++) {
        a[i][0] = a[i - 1][0] + 1;
        for (j = 1; j < m; j++) {
            x = a[i - 1][j] - a[i][j - 1];
            a[i][j] = 0.5 * x + a[i - 1][j - 1];
        }
    }
}

/* Triangles, whose rows get longer and shorter. */
__attribute__((unused)) static void NAME(lower)(int n, double a[N][N])
{
    ACC(kernels copy(a[0:N]))
    for (int i = 1; i < n; i++)
        for (int j = 1; j <= i; j++)
            a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1] + 1;
}

__attribute__((unused)) static void NAME(upper)(int n, double a[N][N])
{
    ACC(kernels copy(a[0:N]))
    for (int i = 1; i < n; i++)
        for (int j = i; j < n; j++)
            a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1] + 1;
}

/* Factors in place, with a loop in order in each element. */
__attribute__((unused)) static void NAME(factors)(int n, double a[N][N])
{
    ACC(kernels copy(a[0:N]))
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

/* Three loops without time. */
__attribute__((unused)) static void NAME(cube)(int n, int c[M][M][M])
{
    ACC(kernels copy(c[0:M]))
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            for (int k = 1; k < n; k++)
                c[i][j][k] = c[i - 1][j][k] + 2 * c[i][j - 1][k] - c[i][j][k - 1] % 7;
}

/* A sweep and what could be shared by itself, in each step: both in the same waves. */
__attribute__((unused)) static void NAME(mixed)(int steps, int n, double a[N][N], double b[N][N])
{
    ACC(kernels copy(a[0:N], b[0:N]))
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
                a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + b[i][j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i][j] = a[i][j] - t;
    }
}

/* A sweep whose next step needs the last row of all: waves in each step, and a nest that blocks share, in one kernel. */
__attribute__((unused)) static void NAME(around)(int steps, int n, double a[N][N], double b[N][N])
{
    ACC(kernels copy(a[0:N], b[0:N]))
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
                a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + b[n - 1 - i][n - 1 - j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i][j] = a[n - 1 - i][j] - t;
    }
}
