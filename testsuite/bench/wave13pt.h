/* wave13pt.h: the frame of the wave equation of fourth order in space (13 points):
 * sizes, input, serial answer, check. */
#include "bench.h"
#ifndef N
#define N 128
#endif
#ifndef SWEEPS
#define SWEEPS 20
#endif

#define CELLS ((size_t)n * n * n)
#define AT(i, j, k) (((i) * n + (j)) * n + (k))

/* Coefficients of the fourth-order second derivative, times the squared Courant number. */
#define COURANT2 0.1f
#define C0 (-7.5f * COURANT2)
#define C1 (4.0f / 3.0f * COURANT2)
#define C2 (-1.0f / 12.0f * COURANT2)

/* One time step at (i, j, k): `next` holds the step before and gets the step after. */
#define WAVE_STEP(next, now, i, j, k)                                                                         \
    (2.0f * (now)[AT(i, j, k)] - (next)[AT(i, j, k)] + C0 * (now)[AT(i, j, k)] +                               \
     C1 * ((now)[AT((i) + 1, j, k)] + (now)[AT((i) - 1, j, k)] + (now)[AT(i, (j) + 1, k)] +                    \
           (now)[AT(i, (j) - 1, k)] + (now)[AT(i, j, (k) + 1)] + (now)[AT(i, j, (k) - 1)]) +                   \
     C2 * ((now)[AT((i) + 2, j, k)] + (now)[AT((i) - 2, j, k)] + (now)[AT(i, (j) + 2, k)] +                    \
           (now)[AT(i, (j) - 2, k)] + (now)[AT(i, j, (k) + 2)] + (now)[AT(i, j, (k) - 2)]))

/* `sweeps` (an even number) time steps; u0 and u1 are the two states, and change
 * places after each step. Returns the milliseconds of all but the first two. */
APART static double wave13pt(float *restrict u0, float *restrict u1, int n, int sweeps);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    size_t size = CELLS;
    float *u0 = must_alloc(size * sizeof(float)), *u1 = must_alloc(size * sizeof(float));
    float *w0 = must_alloc(size * sizeof(float)), *w1 = must_alloc(size * sizeof(float));
    unsigned seed = 6;
    for (size_t k = 0; k < size; k++)
        w0[k] = w1[k] = u0[k] = u1[k] = (float)noise(&seed);

    double start = now_ms();
    double time = wave13pt(u0, u1, n, SWEEPS);
    double total = now_ms() - start;

    for (int s = 0; s < SWEEPS; s++) {
        float *next = s % 2 ? w1 : w0, *now = s % 2 ? w0 : w1;
        for (int i = 2; i < n - 2; i++)
            for (int j = 2; j < n - 2; j++)
                for (int k = 2; k < n - 2; k++)
                    next[AT(i, j, k)] = WAVE_STEP(next, now, i, j, k);
    }
    double error = 0, largest = 0;
    for (size_t k = 0; k < size; k++) {
        double d0 = fabs((double)u0[k] - (double)w0[k]), d1 = fabs((double)u1[k] - (double)w1[k]);
        error = fmax(error, isnan(d0) || isnan(d1) ? INFINITY : fmax(d0, d1));
        largest = fmax(largest, fmax(fabs(w0[k]), fabs(w1[k])));
    }
    free(u0), free(u1), free(w0), free(w1);
    /* A step adds some 16 roundings of half an ulp of the largest value where
     * compilers fuse differently. The scheme is stable at this Courant number, so an
     * error made in one step grows linearly: sum over steps of 16 (s+1) half ulps. */
    double steps = SWEEPS;
    return report("wave13pt", time, total, error / largest, 16 * steps * (steps + 1) / 2 * 6.0e-8);
}
