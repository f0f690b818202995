// Slices along lines: those of each j - i, and of each j - 2 i; nobody waits for another one.
// report: the host's cores share its slices, those of each j - i, and nobody waits for another one
// report: the host's cores share its slices, those of each j - 2*i, and nobody waits for another one
// report: devices run the iterations in another order, in which threads can share them: i = c1; j = -c0 + c1
// expect: device kernels=2
#include "../run/check.h"

enum { N = 200 };
static double a[N][N], w[N][N], b[N][N], v[N][N];

static void diagonal(int n)
{
#pragma acc kernels
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j - 1] + 1;
}

static void knight(int n)
{
#pragma acc kernels
    for (int i = 2; i < n; i++)
        for (int j = 4; j < n; j++)
            w[i][j] = w[i - 1][j - 2] + w[i - 2][j - 4];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = (i * 7 + j) % 5, w[i][j] = v[i][j] = (i + j) % 3 * 1e-9;
    diagonal(N), knight(N);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            b[i][j] = b[i - 1][j - 1] + 1;
    for (int i = 2; i < N; i++)
        for (int j = 4; j < N; j++)
            v[i][j] = v[i - 1][j - 2] + v[i - 2][j - 4];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(a[i][j] == b[i][j] && w[i][j] == v[i][j]);
    return CHECKED();
}
