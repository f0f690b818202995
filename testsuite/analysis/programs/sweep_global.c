// A solver along lines: elimination in order along i, lines parallel.
// true: line 6 sequential, line 7 parallel
enum { N = 64 };
double l[N][N], x[N][N];
void eliminate(void)
{
    #pragma acc kernels
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] -= l[i][j] * x[i - 1][j];
}
