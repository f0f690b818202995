/* grids.c: stencils, a transposition and a lattice Boltzmann step, on grids of about N doubles (argument 1) in each array. Bytes: each
 * array once, read or written; what neighbours share is counted once. */
#include "measure.h"

enum { DIRECTIONS = 9 };
/* Of the 2-D grid and its transposition, the 3-D grid, the lattice: multiples of 32, so that rows begin where memory's lines do. */
static int side, edge, wide, high;
static double *restrict a, *restrict b;
static long count;

/* Five points. */
static void stencil_of(int n, double (*restrict from)[n], double (*restrict to)[n])
{
#pragma acc parallel loop present(from[0:n], to[0:n]) async(QUEUE)
    for (int i = 1; i < n - 1; i++) {
#pragma acc loop
        for (int j = 1; j < n - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
    }
}
static void stencil(void) { stencil_of(side, (double (*)[side])a, (double (*)[side])b); }

/* Seven points. */
static void space_of(int n, double (*restrict from)[n][n], double (*restrict to)[n][n])
{
#pragma acc parallel loop collapse(3) present(from[0:n], to[0:n]) async(QUEUE)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                to[i][j][k] = 0.5 * from[i][j][k] + 0.25 * (from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k] +
                                                            from[i][j][k - 1] + from[i][j][k + 1]);
}
static void space(void) { space_of(edge, (double (*)[edge][edge])a, (double (*)[edge][edge])b); }

static void transposition_of(int n, double (*restrict from)[n], double (*restrict to)[n])
{
#pragma acc parallel loop collapse(2) present(from[0:n], to[0:n]) async(QUEUE)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[j][i] = from[i][j];
}
static void transposition(void) { transposition_of(side, (double (*)[side])a, (double (*)[side])b); }

/* D2Q9, all in one pass: what comes from the neighbours collides. 9 values in, 9 out; around 120 operations for a cell. */
static void lattice_of(int w, int h, const double *restrict f, double *restrict g)
{
    long all = (long)w * h;
#pragma acc parallel loop collapse(2) present(f[0:9 * all], g[0:9 * all]) async(QUEUE)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int e = x + 1 < w ? x + 1 : 0, o = x > 0 ? x - 1 : w - 1, n = y + 1 < h ? y + 1 : 0, s = y > 0 ? y - 1 : h - 1;
            double f0 = f[0 * all + (long)y * w + x], f1 = f[1 * all + (long)y * w + o], f2 = f[2 * all + (long)s * w + x];
            double f3 = f[3 * all + (long)y * w + e], f4 = f[4 * all + (long)n * w + x], f5 = f[5 * all + (long)s * w + o];
            double f6 = f[6 * all + (long)s * w + e], f7 = f[7 * all + (long)n * w + e], f8 = f[8 * all + (long)n * w + o];
            double rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
            double ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
            double still = 1 - 1.5 * (ux * ux + uy * uy), omega = 1.2;
            double r0 = rho * 4 / 9, r1 = rho / 9, r5 = rho / 36;
            long to = (long)y * w + x;
            g[0 * all + to] = f0 + omega * (r0 * still - f0);
            g[1 * all + to] = f1 + omega * (r1 * (still + 3 * ux + 4.5 * ux * ux) - f1);
            g[2 * all + to] = f2 + omega * (r1 * (still + 3 * uy + 4.5 * uy * uy) - f2);
            g[3 * all + to] = f3 + omega * (r1 * (still - 3 * ux + 4.5 * ux * ux) - f3);
            g[4 * all + to] = f4 + omega * (r1 * (still - 3 * uy + 4.5 * uy * uy) - f4);
            g[5 * all + to] = f5 + omega * (r5 * (still + 3 * (ux + uy) + 4.5 * (ux + uy) * (ux + uy)) - f5);
            g[6 * all + to] = f6 + omega * (r5 * (still + 3 * (uy - ux) + 4.5 * (uy - ux) * (uy - ux)) - f6);
            g[7 * all + to] = f7 + omega * (r5 * (still - 3 * (ux + uy) + 4.5 * (ux + uy) * (ux + uy)) - f7);
            g[8 * all + to] = f8 + omega * (r5 * (still + 3 * (ux - uy) + 4.5 * (ux - uy) * (ux - uy)) - f8);
        }
}
static void lattice(void) { lattice_of(wide, high, a, b); }

/* By hand: grids.cu. */
static void hand(const char *kernel, int n, int gx, int gy, int gz, int bx, int by)
{
    void *da = acc_deviceptr(a), *db = acc_deviceptr(b);
    HAND_LAUNCH(kernel, gx, gy, gz, (unsigned)bx, (unsigned)by, &n, &da, &db);
}
static void hand_stencil(void) { hand("stencil", side, UP_DIV(side, 64), UP_DIV(side, 4), 1, 64, 4); }
static void hand_space(void) { hand("space", edge, UP_DIV(edge, 64), UP_DIV(edge, 4), edge, 64, 4); }
static void hand_transposition(void) { hand("transposition", side, UP_DIV(side, 32), UP_DIV(side, 32), 1, 32, 8); }
static void hand_lattice(void)
{
    void *da = acc_deviceptr(a), *db = acc_deviceptr(b);
    HAND_LAUNCH("lattice", UP_DIV(wide, 128), high, 1, 128, 1, &wide, &high, &da, &db);
}

/* What the first array holds: multiples of 1/8, so that stencils are exact. For the lattice: a gas of density near 1. */
static double first(long i) { return (double)((i * 7 + i / 1000) % 64) / 8; }
static double weight(int q) { return q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36; }
static double gas(long i) { return weight((int)(i / ((long)wide * high))) * (1 + (double)(i % 13) / 100); }

static void spoil(void) { spoil_array(b, (size_t)count * sizeof *b); }
enum { PART = 4096 };
static int not_stencil(long at)
{
    long i = at / side, j = at % side;
    if (i == 0 || j == 0 || i == side - 1 || j == side - 1)
        return 0;
    return b[at] != 0.25 * (first(at - side) + first(at + side) + first(at - 1) + first(at + 1));
}
static int not_space(long at)
{
    long n = edge, i = at / (n * n), j = at / n % n, k = at % n;
    if (i == 0 || j == 0 || k == 0 || i == n - 1 || j == n - 1 || k == n - 1)
        return 0;
    return b[at] != 0.5 * first(at) + 0.25 * (first(at - n * n) + first(at + n * n) + first(at - n) + first(at + n) + first(at - 1) + first(at + 1));
}
static int not_transposed(long at) { return b[at] != first(at % side * side + at / side); }
/* Cells in the middle of a row: mass and momentum are what came in, whatever the collision. */
static int not_lattice(long at)
{
    long all = (long)wide * high, y = at / wide, x = at % wide;
    static const int cx[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    double in[3] = {0, 0, 0}, out[3] = {0, 0, 0};
    for (int q = 0; q < DIRECTIONS; q++) {
        long from = q * all + (y - cy[q] + high) % high * wide + (x - cx[q] + wide) % wide;
        double came = gas(from), went = b[q * all + at];
        in[0] += came, in[1] += came * cx[q], in[2] += came * cy[q];
        out[0] += went, out[1] += went * cx[q], out[2] += went * cy[q];
    }
    int bad = 0;
    for (int k = 0; k < 3; k++)
        bad += !(fabs(in[k] - out[k]) < 1e-12);
    return bad;
}
static int wrong_stencil(void) { return look_at(b, sizeof *b, (long)side * side, PART, not_stencil) != 0; }
static int wrong_space(void) { return look_at(b, sizeof *b, (long)edge * edge * edge, PART, not_space) != 0; }
static int wrong_transposition(void) { return look_at(b, sizeof *b, (long)side * side, PART, not_transposed) != 0; }
static int wrong_lattice(void)
{
    long all = (long)wide * high, bad = 0;
    for (int q = 0; q < DIRECTIONS; q++)
        acc_update_self(b + q * all, (size_t)all * sizeof *b);
    for (long at = 0; at < all; at += all > PART ? 997 : 1)
        bad += not_lattice(at);
    return bad != 0;
}

static int rounded(double root)
{
    int value = (int)(root + 1e-6);
    return value > 32 ? value / 32 * 32 : value;
}

int main(int argc, char **argv)
{
    count = argument(argc, argv, 1, 4096);
    side = rounded(sqrt((double)count)), edge = rounded(cbrt((double)count));
    wide = rounded(sqrt((double)count / DIRECTIONS)), high = (int)(count / DIRECTIONS / wide);
    a = must_alloc((size_t)count * sizeof *a), b = must_alloc((size_t)count * sizeof *b);
    begin("grids");
    double plane = (double)(side - 2) * (side - 2), volume = pow(edge - 2, 3), cells = (double)wide * high;
    struct item items[] = {
        {"2-D stencil", 16 * plane, 4 * plane, stencil, hand_stencil, spoil, wrong_stencil},
        {"3-D stencil", 16 * volume, 8 * volume, space, hand_space, spoil, wrong_space},
        {"transposition", 16.0 * side * side, 0, transposition, hand_transposition, spoil, wrong_transposition},
        {"lattice Boltzmann", 144 * cells, 120 * cells, lattice, hand_lattice, spoil, wrong_lattice},
    };
    int bad = 0;
#pragma acc data create(a[0:count], b[0:count])
    {
#pragma acc parallel loop present(a[0:count])
        for (long i = 0; i < count; i++)
            a[i] = (double)((i * 7 + i / 1000) % 64) / 8;
        for (int k = 0; k < 3; k++)
            bad += measure(&items[k]);
        long all = (long)wide * high;
#pragma acc parallel loop present(a[0:count])
        for (long i = 0; i < DIRECTIONS * all; i++) {
            long q = i / all;
            a[i] = (q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36) * (1 + (double)(i % 13) / 100);
        }
        bad += measure(&items[3]);
    }
    return bad != 0;
}
