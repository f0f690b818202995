// Small stencils in loops over time, of lengths that are known: one gang takes all steps. So it does where the host can't step through the
// loop, whatever the length: one that ends early, one whose bound stands in memory, one whose variable is assigned elsewhere. Longer ones and those
// of unknown length are one launch too, whose blocks wait for each other.
// report: Loop carries a dependence: line[i]
// report: run sequentially. One gang steps through it
// launch: one_gang_turns_small_18 grid=1x1x1 block=256x1x1
// expect: device kernels=15 in_order=0
#include "check.h"
#include <math.h>
#include <string.h>

enum { N = 1000, LONG = 1100 };
static unsigned line[N], next[N], line2[LONG], next2[LONG], limit[1];

static void small(int steps)
{
    #pragma acc kernels
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < N - 1; i++)
            next[i] = line[i - 1] + 2 * line[i] + line[i + 1];
        for (int i = 1; i < N - 1; i++)
            line[i] = next[i] / 4;
        line[0] = line[N - 2] + t;
    }
}

/* The same line is read and written in each step, and a third array is only three elements long. */
static unsigned odd(int steps, unsigned *restrict a, unsigned last[3])
{
    int t, i, c;
    unsigned sum = 0;
    #pragma acc kernels copy(a[0:33], last[0:3])
    for (t = 0; t < steps; t++) {
        sum = 0;
        for (i = 0; i < 33; i += 2)
            a[i] = a[i] * 3 + (unsigned)t;
        for (i = 0; i < 33; i++)
            sum += a[i];
        for (c = 0; c < 3; c++)
            last[c] += sum * (unsigned)c;
        a[t % 33] = sum;
    }
    return sum;
}

static void plain_odd(int steps, unsigned *a, unsigned last[3], unsigned *sum)
{
    for (int t = 0; t < steps; t++) {
        *sum = 0;
        for (int i = 0; i < 33; i += 2)
            a[i] = a[i] * 3 + (unsigned)t;
        for (int i = 0; i < 33; i++)
            *sum += a[i];
        for (int c = 0; c < 3; c++)
            last[c] += *sum * (unsigned)c;
        a[t % 33] = *sum;
    }
}

static void longer(int steps)
{
    #pragma acc kernels
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < LONG - 1; i++)
            next2[i] = line2[i - 1] + line2[i + 1];
        for (int i = 1; i < LONG - 1; i++)
            line2[i] = next2[i];
    }
}

static int converged(int n, double *restrict a, double *restrict b)
{
    int t;
    #pragma acc kernels copy(a[0:n]) create(b[0:n])
    for (t = 0; t < 50; t++) {
        double change = 0;
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++) {
            double d = fabs(a[i] - b[i]);
            change = d > change ? d : change;
            a[i] = b[i];
        }
        if (change < 0.01)
            break;
    }
    return t;
}

static void bounded(int n, unsigned *restrict a)
{
    #pragma acc kernels copy(a[0:n])
    for (unsigned t = 0; t < limit[0]; t++)
        for (int i = 0; i < n; i++)
            a[i] += a[i] / (t + 3) + 1;
}

static void again(int n, unsigned *restrict a)
{
    int t;
    #pragma acc kernels copy(a[0:n])
    {
        t = (int)(a[0] % 3);
        a[1] += (unsigned)t;
        for (t = 0; t < 9; t++)
            for (int i = 1; i < n; i++)
                a[i] = a[i] * 5 + a[0] + (unsigned)t;
    }
}

static int plain_converged(int n, double *a, double *b)
{
    int t;
    for (t = 0; t < 50; t++) {
        double change = 0;
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++) {
            change = fmax(change, fabs(a[i] - b[i]));
            a[i] = b[i];
        }
        if (change < 0.01)
            break;
    }
    return t;
}

int main(void)
{
    static unsigned wanted[LONG], from[LONG], a[N], b[N], last[2][3];
    static double u[N], v[N], w[N];
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        line[i] = wanted[i] = (unsigned)i * 2654435761u;
    small(17);
    for (int t = 0; t < 17; t++) {
        memcpy(from, wanted, sizeof from);
        for (int i = 1; i < N - 1; i++)
            wanted[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
        wanted[0] = wanted[N - 2] + t;
    }
    CHECK(!memcmp(line, wanted, sizeof line));

    for (int i = 0; i < LONG; i++)
        line2[i] = wanted[i] = (unsigned)i * 40503u;
    longer(40);
    for (int t = 0; t < 40; t++) {
        memcpy(from, wanted, sizeof from);
        for (int i = 1; i < LONG - 1; i++)
            wanted[i] = from[i - 1] + from[i + 1];
    }
    CHECK(!memcmp(line2, wanted, sizeof line2));

    for (int i = 0; i < 33; i++)
        a[i] = b[i] = (unsigned)i;
    CHECK(odd(40, a, last[0]) == (plain_odd(40, b, last[1], &sum), sum));
    CHECK(!memcmp(a, b, sizeof a) && !memcmp(last[0], last[1], sizeof last[0]));

    int sizes[] = {1, 2, 31, 33, N};
    for (int k = 0; k < 5; k++) {
        int n = sizes[k];
        for (int i = 0; i < n; i++)
            u[i] = v[i] = i % 4;
        CHECK(converged(n, u, w) == plain_converged(n, v, w));
        CHECK(!memcmp(u, v, sizeof u));
        for (int i = 0; i < n; i++)
            a[i] = b[i] = (unsigned)i * 7u;
        limit[0] = (unsigned)k * 3;
        bounded(n, a);
        for (unsigned t = 0; t < limit[0]; t++)
            for (int i = 0; i < n; i++)
                b[i] += b[i] / (t + 3) + 1;
        CHECK(!memcmp(a, b, sizeof a));
    }
    again(N, a);
    int t = (int)(b[0] % 3);
    b[1] += (unsigned)t;
    for (t = 0; t < 9; t++)
        for (int i = 1; i < N; i++)
            b[i] = b[i] * 5 + b[0] + (unsigned)t;
    CHECK(!memcmp(a, b, sizeof a));
    return CHECKED();
}
