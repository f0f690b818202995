/* Fine-grained programs on the host's cores, beside the same loops in plain C: conjugate gradients on a small
 * matrix (regions of microseconds, most of them sums), and 20,000 regions of about 3 microseconds.
 * scripts/bench-cores.sh compiles and runs it.
 *
 * usage: cores [limit]     exit 1 where a median ratio is above the limit */
#include "bench.h"

enum { ROUNDS = 9 };

#define CG(NAME, ACC)                                                                                          \
    static APART double NAME(int n, const int *row, const int *col, const double *val, const double *b,       \
                             double *x, double *r, double *p, double *q, int steps)                            \
    {                                                                                                          \
        double rr = 0;                                                                                         \
        for (int i = 0; i < n; i++) {                                                                          \
            x[i] = 0;                                                                                          \
            r[i] = p[i] = b[i];                                                                                \
            rr += b[i] * b[i];                                                                                 \
        }                                                                                                      \
        ACC(acc update device(x[0:n], r[0:n], p[0:n]))                                                         \
        for (int s = 0; s < steps; s++) {                                                                      \
            double pq = 0, next = 0;                                                                           \
            ACC(acc parallel loop present(row[0:n + 1], col, val, p[0:n], q[0:n]))                             \
            for (int i = 0; i < n; i++) {                                                                      \
                double sum = 0;                                                                                \
                for (int k = row[i]; k < row[i + 1]; k++)                                                      \
                    sum += val[k] * p[col[k]];                                                                 \
                q[i] = sum;                                                                                    \
            }                                                                                                  \
            ACC(acc parallel loop present(p[0:n], q[0:n]) reduction(+:pq))                                     \
            for (int i = 0; i < n; i++)                                                                        \
                pq += p[i] * q[i];                                                                             \
            double alpha = rr / pq;                                                                            \
            ACC(acc parallel loop present(x[0:n], r[0:n], p[0:n], q[0:n]) reduction(+:next))                   \
            for (int i = 0; i < n; i++) {                                                                      \
                x[i] += alpha * p[i];                                                                          \
                r[i] -= alpha * q[i];                                                                          \
                next += r[i] * r[i];                                                                           \
            }                                                                                                  \
            double beta = next / rr;                                                                           \
            rr = next;                                                                                         \
            ACC(acc parallel loop present(p[0:n], r[0:n]))                                                     \
            for (int i = 0; i < n; i++)                                                                        \
                p[i] = r[i] + beta * p[i];                                                                     \
        }                                                                                                      \
        return rr;                                                                                             \
    }

#define RELAX(NAME, ACC)                                                                                       \
    static APART void NAME(int n, int regions, double *restrict a, double *restrict b)                         \
    {                                                                                                          \
        for (int s = 0; s < regions; s += 2) {                                                                 \
            ACC(acc parallel loop present(a[0:n], b[0:n]))                                                     \
            for (int i = 1; i < n - 1; i++)                                                                    \
                b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];                                         \
            ACC(acc parallel loop present(a[0:n], b[0:n]))                                                     \
            for (int i = 1; i < n - 1; i++)                                                                    \
                a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];                                         \
        }                                                                                                      \
    }

#define ACC(text) _Pragma(#text)
#define NONE(text)
CG(cg_acc, ACC)
CG(cg_c, NONE)
RELAX(relax_acc, ACC)
RELAX(relax_c, NONE)

static int less(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the rounds' ratios: both versions of a round ran beside each other. */
static int told(const char *what, double *acc, double *plain, double limit)
{
    double ratio[ROUNDS];
    for (int k = 0; k < ROUNDS; k++)
        ratio[k] = acc[k] / plain[k];
    qsort(ratio, ROUNDS, sizeof *ratio, less);
    qsort(acc, ROUNDS, sizeof *acc, less);
    qsort(plain, ROUNDS, sizeof *plain, less);
    printf("%s: cores %.2f ms, plain C %.2f ms, ratio %.2f (%.2f to %.2f)\n", what, acc[ROUNDS / 2],
           plain[ROUNDS / 2], ratio[ROUNDS / 2], ratio[0], ratio[ROUNDS - 1]);
    return ratio[ROUNDS / 2] > limit;
}

static int conjugate_gradients(double limit)
{
    enum { SIDE = 40, N = SIDE * SIDE, STEPS = 400 };
    int *row = must_alloc((N + 1) * sizeof *row), *col = must_alloc(5 * N * sizeof *col), k = 0;
    double *val = must_alloc(5 * N * sizeof *val), *v = must_alloc(5 * N * sizeof *v);
    double *b = v, *x = v + N, *r = v + 2 * N, *p = v + 3 * N, *q = v + 4 * N, acc[ROUNDS], plain[ROUNDS];
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        int near[5] = { i >= SIDE ? i - SIDE : -1, i % SIDE ? i - 1 : -1, i, i % SIDE < SIDE - 1 ? i + 1 : -1,
                        i + SIDE < N ? i + SIDE : -1 };
        row[i] = k;
        b[i] = 1 + i % 7;
        for (int j = 0; j < 5; j++)
            if (near[j] >= 0) {
                col[k] = near[j];
                val[k++] = near[j] == i ? 4.1 : -1;
            }
    }
    row[N] = k;
#pragma acc data copyin(row[0:N + 1], col[0:5 * N], val[0:5 * N]) copy(v[0:5 * N])
    for (int s = 0; s < ROUNDS; s++) {
        double start = now_ms(), one, other;
        one = cg_acc(N, row, col, val, b, x, r, p, q, STEPS);
        acc[s] = now_ms() - start;
        start = now_ms();
        other = cg_c(N, row, col, val, b, x, r, p, q, STEPS);
        plain[s] = now_ms() - start;
        wrong |= !(fabs(one - other) <= 1e-12 + 1e-6 * fabs(other));
    }
    free(row);
    free(col);
    free(val);
    free(v);
    if (wrong)
        printf("the answers differ\n");
    return told("conjugate gradients, 1600 unknowns", acc, plain, limit) | wrong;
}

static int relaxation(double limit)
{
    enum { N = 5000, REGIONS = 20000 };
    double *a = must_alloc(N * sizeof *a), *b = must_alloc(N * sizeof *b), acc[ROUNDS], plain[ROUNDS];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 100;
#pragma acc data copy(a[0:N], b[0:N])
    for (int s = 0; s < ROUNDS; s++) {
        double start = now_ms();
        relax_acc(N, REGIONS, a, b);
        acc[s] = now_ms() - start;
        start = now_ms();
        relax_c(N, REGIONS, a, b);
        plain[s] = now_ms() - start;
    }
    free(a);
    free(b);
    return told("20,000 regions of microseconds", acc, plain, limit);
}

int main(int argc, char **argv)
{
    double limit = argc > 1 ? atof(argv[1]) : 1.2;
    return conjugate_gradients(limit) | relaxation(limit);
}
