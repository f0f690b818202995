// Work arrays that outlive their loops: iterations have them for themselves, and the last one's values stay.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { M = 24, N = 20, LARGE = 1 << 21 };
static double row[M], table[4][M], x[M], r[N][N];
static float few[5];
static int large[LARGE];

#define NAME(what) what##_plain
#define KERNELS
#include "work_arrays.h"
#define NAME(what) what##_region
#define KERNELS PRAGMA(acc kernels)
#include "work_arrays.h"

static double work[2][2 * N];

/* The state of all arrays. */
static struct State {
    double row[M], table[4][M], r[N][N], work[2][2 * N], sum;
    float few[5];
    long large;
} state[2];

static void start(void)
{
    for (int i = 0; i < M; i++) {
        x[i] = 7 * i % 5;
        row[i] = -i;
        for (int j = 0; j < 4; j++)
            table[j][i] = -j - 100 * i;
    }
    for (int i = 0; i < N * N; i++)
        r[i / N][i % N] = i % 13;
    for (int i = 0; i < 2 * N; i++) {
        work[0][i] = -i;
        work[1][i] = 3 * i;
    }
    for (int i = 0; i < 5; i++)
        few[i] = -i;
    for (int i = 0; i < LARGE; i++)
        large[i] = -i;
}

static void keep(int which, double sum)
{
    struct State *s = &state[which];
    memset(s, 0, sizeof *s);
    memcpy(s->row, row, sizeof row);
    memcpy(s->table, table, sizeof table);
    memcpy(s->r, r, sizeof r);
    memcpy(s->work, work, sizeof work);
    memcpy(s->few, few, sizeof few);
    for (int i = 0; i < LARGE; i++)
        s->large = (s->large * 5 + large[i]) & 0xffffffff;
    s->sum = sum;
}

#define BOTH(name, ...)                                             \
    do {                                                            \
        start();                                                    \
        name##_plain(__VA_ARGS__);                                  \
        keep(0, 0);                                                 \
        start();                                                    \
        name##_region(__VA_ARGS__);                                 \
        keep(1, 0);                                                 \
        CHECK(!memcmp(&state[0], &state[1], sizeof state[0]));      \
    } while (0)

int main(void)
{
    for (int n = 0; n <= N; n += N / 2) {
        BOTH(file_scope, n, r[0]);
        BOTH(rows, n, M, r[0]);
        BOTH(rows, n, 7, r[0]);
        BOTH(rows, n, 2, r[0]);
        BOTH(pieces, n, 5, M, r[0]);
        BOTH(pieces, n, 1, 2, r[0]);
        BOTH(growing, n, r[0]);
        BOTH(down, n, r[0]);
        BOTH(steps, 3, n, N, r);
        BOTH(steps, 3, N, n, r);
        BOTH(parameter, n, N, work[0], r[0]);
        BOTH(parameter, n, 0, work[0], r[0]);
        BOTH(pointer, n, N, work[0], r[0]);
        BOTH(pointer, n, 1, work[0], r[0]);
        /* They overlap. */
        BOTH(pointer, n, N, &r[0][3], r[0]);
        BOTH(pointer, n, N, work[0], &work[0][5]);
        start();
        double wanted = n ? variable_plain(n, N, r[0]) : 0;
        keep(0, wanted);
        start();
        double got = n ? variable_region(n, N, r[0]) : 0;
        keep(1, got);
        CHECK(!memcmp(&state[0], &state[1], sizeof state[0]));
        BOTH(large, n / 4, r[0]);
    }
    return CHECKED();
}
