// Loops over all pairs of particles, as programs have them: each particle sums up what the others do to it, one after the other. The host's cores
// run several particles together, a SIMD lane for each, with square roots in them. What the particle itself has lies in a structure, so each lane
// holds it while the loop runs. Conditions that are the same for all lanes stay conditions.
// run: -O2 -ffp-contract=off
// report: the host's cores run 8 iterations of i together, on SIMD lanes, through the sequential loops in it
// report: the host's cores run 16 iterations of i together, on SIMD lanes, through the sequential loops in it
// report: the host's cores run 32 iterations of j together, on SIMD lanes, through the sequential loops in it
// expect: device in_order=0
// expect: multicore in_order=0
#include "check.h"
#include <math.h>
#include <openacc.h>
#include <stdlib.h>
#include <string.h>

#define ACC PRAGMA(acc parallel loop)
#define NESTS PRAGMA(acc kernels)
#define PLAIN

enum { N = 75 };

typedef struct {
    float x, y, z;
    float vx, vy, vz;
} Body;

/* Bodies in one array, as everyone writes it first. */
#define STEP(DIRECTIVE)                                                                                          \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++) {                                                                                \
        float fx = 0, fy = 0, fz = 0;                                                                            \
        for (int j = 0; j < m; j++) {                                                                            \
            float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;                              \
            float d = dx * dx + dy * dy + dz * dz + 1e-6f;                                                       \
            float inv = 1 / sqrtf(d), inv3 = inv * inv * inv;                                                    \
            fx += dx * inv3;                                                                                     \
            fy += dy * inv3;                                                                                     \
            fz += dz * inv3;                                                                                     \
        }                                                                                                        \
        p[i].vx += dt * fx;                                                                                      \
        p[i].vy += dt * fy;                                                                                      \
        p[i].vz += dt * fz;                                                                                      \
    }

static void step(Body *p, float dt, int n, int m) { STEP(ACC) }
static void step_plain(Body *p, float dt, int n, int m) { STEP(PLAIN) }

/* In arrays of their own, with C89's declarations, and a loop that may have no iteration though its body names an element that isn't there. */
#define FORCES(DIRECTIVE)                                                                                        \
    {                                                                                                            \
        int i, j;                                                                                                \
        double s, d;                                                                                             \
        DIRECTIVE                                                                                                \
        for (i = 0; i < n; i++) {                                                                                \
            s = f[i];                                                                                            \
            for (j = first; j < m; ++j) {                                                                        \
                d = at[i + base][0] - at[j][0];                                                                  \
                s -= fabs(d) * at[j][1] / sqrt(d * d + 0.5);                                                     \
            }                                                                                                    \
            f[i] = s;                                                                                            \
        }                                                                                                        \
    }

static void forces(const double (*restrict at)[2], double *restrict f, int base, int first, int n, int m) FORCES(ACC)
static void forces_plain(const double (*at)[2], double *f, int base, int first, int n, int m) FORCES(PLAIN)

/* A scalar that is called as the lanes' copies of an element would be. */
#define NAMES(DIRECTIVE)                                                                                         \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++) {                                                                                \
        float p_x = 1;                                                                                           \
        for (int j = 0; j < m; j++) {                                                                            \
            float d = p[j].x - p[i].x;                                                                           \
            if (p[j].y > 1)                                                                                      \
                continue;                                                                                        \
            p_x += d / (d * d + p[i].y + 1);                                                                     \
        }                                                                                                        \
        for (int j = 0; j < m; j++)                                                                              \
            p_x -= (p[j].y + p_x) / (p[i].x * p[i].x + 8);                                                       \
        to[i] = p_x;                                                                                             \
    }

static void names(const Body *restrict p, double *restrict to, int n, int m) { NAMES(ACC) }
static void names_plain(const Body *p, double *to, int n, int m) { NAMES(PLAIN) }

/* The same without a jump. */
#define NAMED(DIRECTIVE)                                                                                         \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++) {                                                                                \
        float p_x = 1;                                                                                           \
        for (int j = 0; j < m; j++)                                                                              \
            p_x -= (p[j].y + p_x) / (p[i].x * p[i].x + 8);                                                       \
        to[i] = p_x;                                                                                             \
    }

static void named(const Body *restrict p, double *restrict to, int n, int m) { NAMED(ACC) }
static void named_plain(const Body *p, double *to, int n, int m) { NAMED(PLAIN) }

/* The potential of charges at the points of a grid. */
#define POTENTIAL(DIRECTIVE)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (int k = 0; k < m; k++)                                                                                  \
        for (int i = 0; i < n; i++) {                                                                            \
            float sum = 0, x = 0.25f * i, y = 0.5f * k;                                                          \
            for (int a = 0; a < charges; a++) {                                                                  \
                float dx = x - atoms[4 * a], dy = y - atoms[4 * a + 1], dz = atoms[4 * a + 2];                   \
                sum += atoms[4 * a + 3] / sqrtf(dx * dx + dy * dy + dz * dz);                                    \
            }                                                                                                    \
            grid[n * k + i] += sum;                                                                              \
        }

static void potential(const float *restrict atoms, float *restrict grid, int charges, int n, int m) { POTENTIAL(NESTS) }
static void potential_plain(const float *atoms, float *grid, int charges, int n, int m) { POTENTIAL(PLAIN) }

/* A sum with a condition that says nothing of the lane. */
static float a[N][N], b[N][N], sums[N][N], wanted[N][N];
#define SELECTED(DIRECTIVE, to)                                                                                  \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++)                                                                                  \
        for (int j = 0; j < n; j++) {                                                                            \
            float sum = 0;                                                                                       \
            for (int k = 0; k < m; k++) {                                                                        \
                float by = 1;                                                                                    \
                if (a[i][k] > 2)                                                                                 \
                    by = b[i][k];                                                                                \
                else if (a[i][k] < -1)                                                                           \
                    less_half(sum, b[k][j]);                                                                 \
                if (a[i][k] > 0)                                                                                 \
                    sum += by * a[i][k] * b[k][j];                                                               \
            }                                                                                                    \
            to[i][j] += sum;                                                                                     \
        }
#define less_half(sum, value) sum -= value * 0.5f

static void selected(int n, int m) { SELECTED(NESTS, sums) }
static void selected_plain(int n, int m) { SELECTED(PLAIN, wanted) }

int main(void)
{
    static Body one[N], other[N];
    static double at[N][2], f[N], g[N];
    static float atoms[4 * N], grid[N * N], expected[N * N];
    for (int i = 0; i < 4 * N; i++)
        atoms[i] = 1 + i * 7 % 13;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 7 - 3, b[i][j] = (i + 3 * j) % 11 * 0.25f;
    const int sizes[] = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, N};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k], m = k % 3 ? N : 2;
        for (int i = 0; i < N; i++) {
            Body body = {i % 5, i % 7 * 0.5f, i % 11 * 0.25f, 1, 2, 3};
            one[i] = other[i] = body;
            at[i][0] = i * 3 % 17, at[i][1] = i % 4, f[i] = g[i] = i;
        }
        step(one, 0.125f, n, m);
        step_plain(other, 0.125f, n, m);
        CHECK(!memcmp(one, other, sizeof one));
        forces((const double (*)[2])at, f, 0, 0, n, m);
        forces_plain((const double (*)[2])at, g, 0, 0, n, m);
        CHECK(!memcmp(f, g, sizeof f));
        /* Nothing is read where the loop has no iteration. Copies for devices are of all that the text names. */
        if (acc_get_device_type() == acc_device_host) {
            forces((const double (*)[2])at, f, 1 << 24, m, n, m);
            CHECK(!memcmp(f, g, sizeof f));
        }
        names(one, f, n, m);
        names_plain(one, g, n, m);
        CHECK(!memcmp(f, g, sizeof f));
        named(one, f, n, m);
        named_plain(one, g, n, m);
        CHECK(!memcmp(f, g, sizeof f));
        potential(atoms, grid, m, n, N / 2);
        potential_plain(atoms, expected, m, n, N / 2);
        CHECK(!memcmp(grid, expected, sizeof grid));
        selected(n, m);
        selected_plain(n, m);
        CHECK(!memcmp(sums, wanted, sizeof sums));
    }
    return CHECKED();
}
