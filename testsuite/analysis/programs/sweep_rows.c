// The same with the lines outside, where each thread has a line.
// true: line 5 parallel, line 6 sequential
enum { N = 64 };
void eliminate(int n, double (*restrict l)[N], double (*restrict x)[N])
{
    #pragma acc kernels
    for (int j = 0; j < N; j++)
        for (int i = 1; i < n; i++)
            x[i][j] -= l[i][j] * x[i - 1][j];
}
