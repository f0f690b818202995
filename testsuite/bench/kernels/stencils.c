// Stencils in two and three dimensions, with a directive on each loop, on the outermost alone, and on none.
// kernel: stencils_each_loop_10 percent=100 line=13 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
// kernel: stencils_outermost_20 percent=100 line=22 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
// kernel: stencils_plain_29 percent=75 line=31 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
// kernel: stencils_collapsed_37 percent=75 line=40 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
// kernel: stencils_tiled_46 percent=100 line=47 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
// kernel: stencils_outer_of_three_54 percent=75 line=57 in_flight=4 loads=1.12 stores=1.13 lanes=99 idle=1
void each_loop(int n, int m, double (*restrict a)[m], double (*restrict b)[m])
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++) {
#pragma acc loop
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    }
}

void outermost(int n, int m, double (*restrict a)[m], double (*restrict b)[m])
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

void plain(int n, int m, int l, double (*restrict a)[m][l], double (*restrict b)[m][l])
{
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                b[i][j][k] = a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}

void collapsed(int n, int m, int l, double (*restrict a)[m][l], double (*restrict b)[m][l])
{
#pragma acc parallel loop collapse(3) copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                b[i][j][k] = a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}

void tiled(int n, int m, double (*restrict a)[m], double (*restrict b)[m])
{
#pragma acc parallel loop tile(32, 4) copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

void outer_of_three(int n, int m, int l, double (*restrict a)[m][l], double (*restrict b)[m][l])
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                b[i][j][k] = a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}

enum { N = 258, M = 514, P = 34, Q = 66, R = 130 };
static double a[N][M], b[N][M], p[P][Q][R], q[P][Q][R];

static int wrong(void)
{
    int bad = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++) {
            bad += b[i][j] != 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            b[i][j] = 0;
        }
    return bad;
}

static int wrong_in_space(void)
{
    int bad = 0;
    for (int i = 1; i < P - 1; i++)
        for (int j = 1; j < Q - 1; j++)
            for (int k = 1; k < R - 1; k++) {
                double around = p[i - 1][j][k] + p[i + 1][j][k] + p[i][j - 1][k] + p[i][j + 1][k] + p[i][j][k - 1] + p[i][j][k + 1];
                double apart = q[i][j][k] - (p[i][j][k] + 0.1 * around);
                bad += apart > 1e-12 || apart < -1e-12;
                q[i][j][k] = 0;
            }
    return bad;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 5 + j * 3) % 16;
    for (int i = 0; i < P; i++)
        for (int j = 0; j < Q; j++)
            for (int k = 0; k < R; k++)
                p[i][j][k] = (i * 7 + j * 5 + k * 3) % 16;
    int bad = 0;
    each_loop(N, M, a, b), bad += wrong();
    outermost(N, M, a, b), bad += wrong();
    tiled(N, M, a, b), bad += wrong();
    plain(P, Q, R, p, q), bad += wrong_in_space();
    collapsed(P, Q, R, p, q), bad += wrong_in_space();
    outer_of_three(P, Q, R, p, q), bad += wrong_in_space();
    return bad != 0;
}
