// Arrays that iterations can't have for themselves: one element is read before it is written, a write is under a condition, the last iteration writes less
// than others, a function or a pointer sees the array in between.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3
#include "check.h"
#include <string.h>

enum { M = 24, N = 20 };
static double row[M], x[M];

#define NAME(what) what##_plain
#define KERNELS
#include "work_arrays_shared.h"
#define NAME(what) what##_region
#define KERNELS PRAGMA(acc kernels)
#include "work_arrays_shared.h"

static double r[N], wanted[N], left[M];

static void start(void)
{
    for (int i = 0; i < M; i++) {
        x[i] = 7 * i % 5;
        row[i] = -i;
    }
    for (int i = 0; i < N; i++)
        r[i] = i;
}

#define BOTH(name, ...)                                                              \
    do {                                                                             \
        start();                                                                     \
        name##_plain(__VA_ARGS__);                                                   \
        memcpy(left, row, sizeof row);                                               \
        memcpy(wanted, r, sizeof r);                                                 \
        start();                                                                     \
        name##_region(__VA_ARGS__);                                                  \
        CHECK(!memcmp(left, row, sizeof row) && !memcmp(wanted, r, sizeof r));       \
    } while (0)

int main(void)
{
    for (int n = 0; n <= N; n += N / 2) {
        BOTH(read_first, n, r);
        BOTH(conditional, n, r);
        BOTH(shrinking, n, r);
        BOTH(shifted, n < 10 ? n : 10, r);
        BOTH(handed_on, n, r);
        BOTH(ends, n, r);
        BOTH(gaps, n, r);
        BOTH(through, n, row, r);
        BOTH(through, n, x, r);
        BOTH(two, n, row, row, r);
        BOTH(two, n, row, row + 4, r);
        BOTH(two, n, row + 3, row + 11, r);
    }
    return CHECKED();
}
