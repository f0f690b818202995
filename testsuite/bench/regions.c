/* Regions of 2 to 100 microseconds on the host's cores, beside the same loops in plain C and with a team of OpenMP's for each of them: whether
 * the choice between one thread and a team is the better one, whatever else the machine does.
 *
 *     accrs -O2 -fopenmp --acc-target=multicore -o regions regions.c && ./regions
 *
 * A line for each length: the median ratio of a program with OpenACC to the better of the other two in the same round. */
#include "bench.h"

enum { ROUNDS = 5, REGIONS = 10000, TEAM = 500 /* they take long where the machine is busy */ };

#define RELAX(NAME, PRAGMA)                                                                                    \
    static APART void NAME(int n, int regions, double *restrict a, double *restrict b)                         \
    {                                                                                                          \
        for (int s = 0; s < regions; s += 2) {                                                                 \
            PRAGMA                                                                                             \
            for (int i = 1; i < n - 1; i++)                                                                    \
                b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];                                         \
            PRAGMA                                                                                             \
            for (int i = 1; i < n - 1; i++)                                                                    \
                a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];                                         \
        }                                                                                                      \
    }

RELAX(with_acc, _Pragma("acc parallel loop present(a[0:n], b[0:n])"))
RELAX(with_team, _Pragma("omp parallel for simd schedule(static)"))
RELAX(plain, )

static double took(void (*run)(int, int, double *restrict, double *restrict), int n, int regions, double *a, double *b)
{
    double start = now_ms();
    run(n, regions, a, b);
    return now_ms() - start;
}

static int less(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *all)
{
    qsort(all, ROUNDS, sizeof *all, less);
    return all[ROUNDS / 2];
}

int main(void)
{
    static const double lengths[] = { 2, 5, 10, 20, 50, 100 };
    enum { MOST = 1 << 20 };
    double *v = must_alloc(2 * MOST * sizeof *v), *a = v, *b = v + MOST;
    for (int i = 0; i < 2 * MOST; i++)
        v[i] = i % 17;
    double us = 1e9;
    for (int k = 0; k < 20; k++) {
        double one = 1e3 * took(plain, 20000, 20, a, b) / 20 / 20000;
        if (one < us)
            us = one;
    }
#pragma acc data copy(v[0:2 * MOST])
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int n = lengths[k] / us;
        double acc[ROUNDS], team[ROUNDS], alone[ROUNDS], ratio[ROUNDS];
        for (int r = 0; r < ROUNDS; r++) {
            alone[r] = took(plain, n, REGIONS, a, b);
            acc[r] = took(with_acc, n, REGIONS, a, b);
            team[r] = took(with_team, n, TEAM, a, b) * REGIONS / TEAM;
            ratio[r] = acc[r] / (team[r] < alone[r] ? team[r] : alone[r]);
        }
        double by = median(ratio);
        printf("%4.0f us: ratio %.2f (%.2f to %.2f); us a region: plain C %.1f, OpenACC %.1f, a team each time %.1f\n", lengths[k], by, ratio[0],
               ratio[ROUNDS - 1], 1e3 * median(alone) / REGIONS, 1e3 * median(acc) / REGIONS, 1e3 * median(team) / REGIONS);
    }
    free(v);
    return 0;
}
