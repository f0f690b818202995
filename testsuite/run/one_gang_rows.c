// Sparse matrices in order: Gauss and Seidel's sweep, and a triangular system, over rows whose ends stand in memory. A warp goes
// through the rows, where one thread would have to. Diagonals stand in arrays of their own or in the rows, which are then looked through up to them.
// report: Loop may carry a dependence: x[i]
// report: One gang steps through it, which saves the host a launch or more for each i
// launch: one_gang_rows_sweep_20 grid=1x1x1 block=32x1x1
// launch: one_gang_rows_lower_33 grid=1x1x1 block=32x1x1
// expect: device kernels=24 in_order=0
#include "check.h"
#include <string.h>

enum { N = 1000, MOST = 8 };

static int row[N + 1], col[MOST * N];
static unsigned value[MOST * N], diagonal[N], right[N];

static void sweep(int n, const int *restrict row, const int *restrict col, const unsigned *restrict value, const unsigned *restrict d,
                  const unsigned *restrict b, unsigned *restrict x)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        unsigned s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= value[k] * x[col[k]];
        x[i] = s * d[i];
    }
}

static unsigned lower(int n, unsigned *restrict x)
{
    int i, k, from, to;
    unsigned s, most = 0;
    #pragma acc kernels
    for (i = 0; i < n; i++) {
        from = row[i];
        to = row[i + 1];
        if (from == to)
            continue;
        s = right[i];
        for (k = from; k < to; k++)
            if (col[k] < i)
                s += value[k] * x[col[k]];
        x[i] = s;
        if (s > most)
            most = s;
    }
    return most;
}

static unsigned lengths(int n, const int *restrict length, const unsigned *restrict a, unsigned *restrict x)
{
    unsigned largest = 0;
    #pragma acc kernels copy(x[0:n]) copyin(length[0:n], a[0:n * MOST])
    for (int i = 1; i < n; i++) {
        unsigned m = 0;
        for (int k = 0; k < length[i]; k++)
            if (a[i * MOST + k] % 1000 > m)
                m = a[i * MOST + k] % 1000;
        x[i] = x[i - 1] / 2 + m;
        largest = m > largest ? m : largest;
    }
    return largest;
}

static void sized(int n)
{
    static unsigned x[N], y[N], a[MOST * N];
    static int length[N];
    int entries = 0;
    for (int i = 0; i < n; i++) {
        row[i] = entries;
        diagonal[i] = (unsigned)i | 1u;
        right[i] = (unsigned)i * 2654435761u;
        length[i] = i * 5 % (MOST + 1);
        x[i] = y[i] = (unsigned)i + 1;
        // Every eleventh row is empty.
        for (int k = 0; k < i % MOST && i % 11; k++) {
            int j = (i * 13 + k * k * 7) % n;
            if (j != i) {
                col[entries] = j;
                value[entries++] = (unsigned)(i + 3 * k + 1);
            }
        }
        for (int k = 0; k < MOST; k++)
            a[i * MOST + k] = (unsigned)(i * 7919 + k * 104729);
    }
    row[n] = entries;
    for (int turn = 0; turn < 2; turn++) {
        sweep(n, row, col, value, diagonal, right, x);
        for (int i = 0; i < n; i++) {
            unsigned s = right[i];
            for (int k = row[i]; k < row[i + 1]; k++)
                s -= value[k] * y[col[k]];
            y[i] = s * diagonal[i];
        }
        CHECK(!memcmp(x, y, sizeof x));
    }
    unsigned most = lower(n, x), wanted = 0;
    for (int i = 0; i < n; i++) {
        if (row[i] == row[i + 1])
            continue;
        unsigned s = right[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            if (col[k] < i)
                s += value[k] * y[col[k]];
        y[i] = s;
        wanted = s > wanted ? s : wanted;
    }
    CHECK(most == wanted && !memcmp(x, y, sizeof x));
    most = lengths(n, length, a, x);
    wanted = 0;
    for (int i = 1; i < n; i++) {
        unsigned m = 0;
        for (int k = 0; k < length[i]; k++)
            if (a[i * MOST + k] % 1000 > m)
                m = a[i * MOST + k] % 1000;
        y[i] = y[i - 1] / 2 + m;
        wanted = m > wanted ? m : wanted;
    }
    CHECK(most == wanted && !memcmp(x, y, sizeof x));
}

int main(void)
{
    sized(1);
    sized(2);
    sized(31);
    sized(33);
    sized(257);
    sized(N);
    return CHECKED();
}
