// Sequential loops of kernels that count down, store, and branch: NVRTC before 13.2 unrolls some of them wrongly.
// expect: device kernels=7
#include "check.h"
#include <string.h>
#define N 90

static int a[N], want[N];
static long b[N];

static void clear(void)
{
    memset(a, 0, sizeof a);
    for (int i = 0; i < N; i++) b[i] = i % 3 == 1;
}

static void compare(void)
{
    for (int i = 0; i < N; i++) CHECK(a[i] == want[i]);
}

#pragma acc routine seq
static void back(int *v, const long *w, int n)
{
    while (n-- > 1) {
        v[n] = 1;
        if (w[v[n - 1]]) v[n] = v[1] + n;
    }
}

#define FIRST(v)                                        \
    for (int j = n - 1; j > 0; j--) {                   \
        v[j] = 1;                                       \
        if (b[v[j - 1]]) v[j] = v[1] + j;               \
    }
#define SELECTED(v)                                                                     \
    for (int j = n - 1; j > 0; j -= 1) {                                                \
        v[j] = 1;                                                                       \
        v[j] = (b[(unsigned)v[j - 1] % N] ? n : v[n / 2]) | v[1];                       \
    }
#define WALKED(v)                                                                       \
    for (int *p = v + n - 1; p > v; --p) {                                              \
        *p = 2;                                                                         \
        if (b[p[-1]] || p - v < 9) *p = p[-1] + 5;                                      \
    }
#define WHILE(v)                                        \
    int j = n - 1;                                      \
    while (j > 0) {                                     \
        v[j] = 1;                                       \
        if (b[v[j - 1]]) v[j] = v[1] + j;               \
        j = j - 1;                                      \
    }
#define DO(v)                                           \
    int j = n - 1;                                      \
    do {                                                \
        v[j] = 1;                                       \
        if (b[v[j - 1]]) v[j] = v[1] + j;               \
    } while (--j > 0);

/* The same text on the host, and in one thread of a device. */
#define TRY(LOOP)                                       \
    do {                                                \
        int n = N;                                      \
        clear();                                        \
        { LOOP(a) }                                     \
        memcpy(want, a, sizeof a);                      \
        clear();                                        \
        PRAGMA(acc serial copy(a) copyin(b))            \
        { LOOP(a) }                                     \
        compare();                                      \
    } while (0)

int main(void)
{
    TRY(FIRST);
    TRY(SELECTED);
    TRY(WALKED);
    TRY(WHILE);
    TRY(DO);

    int n = N;
    clear();
    back(a, b, n);
    memcpy(want, a, sizeof a);
    clear();
    #pragma acc serial copy(a) copyin(b)
    back(a, b, n);
    compare();

    // In a loop that threads go through together.
    static int t[8][N];
    clear();
    { FIRST(a) }
    memcpy(want, a, sizeof a);
    #pragma acc parallel loop gang vector_length(4) copyout(t) copyin(b)
    for (int i = 0; i < 8; i++) {
        #pragma acc loop vector
        for (int j = 0; j < N; j++) t[i][j] = 0;
        FIRST(t[i])
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < N; j++) CHECK(t[i][j] == want[j]);
    return CHECKED();
}
