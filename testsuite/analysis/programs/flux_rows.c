// The same through pointers to rows, with the line in an array of the function's that has to be each line's own.
// true: line 6 parallel, line 7 parallel, line 9 parallel, line 12 parallel
// true: line 13 parallel
enum { N = 64 };
void flux(int n, double t, double (*restrict q)[N][5], double (*restrict d)[N][5])
{
    double f[N][5];
    #pragma acc kernels
    for (int j = 1; j < n - 1; j++) {
        for (int i = 0; i < N; i++) {
            double w = q[j][i][1] / q[j][i][0];
            for (int m = 0; m < 5; m++)
                f[i][m] = q[j][i][m] * w;
        }
        for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
                d[j][i][m] -= t * (f[i + 1][m] - f[i - 1][m]);
    }
}
