// The butterflies of a Fourier transform, and a step of a lattice Boltzmann method.
// kernel: waves_butterflies_9 percent=100 line=10 in_flight=3 loads=1.9 stores=2.2 lanes=99 idle=1
// kernel: waves_lattice_28 percent=25 line=29 in_flight=9 loads=1.1 stores=1 lanes=99 idle=1
#include <math.h>

// One of the log2(n) passes: `half` is the distance of the two values of a butterfly.
void butterflies(int n, int half, double (*restrict v)[2], const double (*restrict w)[2])
{
#pragma acc parallel loop present(v, w)
    for (int i = 0; i < n / 2; i++) {
        int at = i / half * 2 * half + i % half, with = at + half, turn = i % half * (n / (2 * half));
        double re = v[with][0] * w[turn][0] - v[with][1] * w[turn][1];
        double im = v[with][0] * w[turn][1] + v[with][1] * w[turn][0];
        v[with][0] = v[at][0] - re;
        v[with][1] = v[at][1] - im;
        v[at][0] += re;
        v[at][1] += im;
    }
}

enum { DIRECTIONS = 9 };
static const int dx[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[DIRECTIONS] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

// Values move to their neighbours, around the borders, and relax.
void lattice(int n, int m, double f[restrict DIRECTIONS][n][m], double g[restrict DIRECTIONS][n][m])
{
#pragma acc parallel loop collapse(2) copyin(f[0:DIRECTIONS], dx, dy, weight) copyout(g[0:DIRECTIONS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double in[DIRECTIONS], rho = 0, u = 0, v = 0;
            for (int k = 0; k < DIRECTIONS; k++) {
                in[k] = f[k][(i - dx[k] + n) % n][(j - dy[k] + m) % m];
                rho += in[k];
                u += dx[k] * in[k];
                v += dy[k] * in[k];
            }
            u /= rho;
            v /= rho;
            for (int k = 0; k < DIRECTIONS; k++) {
                double along = 3 * (dx[k] * u + dy[k] * v);
                double even = weight[k] * rho * (1 + along + 0.5 * along * along - 1.5 * (u * u + v * v));
                g[k][i][j] = in[k] + 0.6 * (even - in[k]);
            }
        }
}

enum { N = 8192, ROWS = 96, COLUMNS = 160 };
static double values[N][2], turns[N / 2][2];
static double f[DIRECTIONS][ROWS][COLUMNS], g[DIRECTIONS][ROWS][COLUMNS];

int main(void)
{
    int bad = 0;
    // All values 1, whose transform is N and then zeros.
    for (int i = 0; i < N; i++)
        values[i][0] = 1;
    for (int i = 0; i < N / 2; i++)
        turns[i][0] = cos(2 * M_PI * i / N), turns[i][1] = -sin(2 * M_PI * i / N);
#pragma acc data copy(values) copyin(turns)
    for (int half = 1; half < N; half *= 2)
        butterflies(N, half, values, turns);
    for (int i = 0; i < N; i++)
        bad += fabs(values[i][0] - (i == 0 ? N : 0)) > 1e-6 || fabs(values[i][1]) > 1e-6;
    double before = 0, after = 0;
    for (int k = 0; k < DIRECTIONS; k++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++) {
                f[k][i][j] = weight[k] * (1 + 0.01 * ((i * 3 + j) % 16));
                before += f[k][i][j];
            }
    lattice(ROWS, COLUMNS, f, g);
    for (int k = 0; k < DIRECTIONS; k++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                after += g[k][i][j];
    bad += fabs(before - after) > 1e-9 * before;
    return bad != 0;
}
