// Pointers that are stepped, chosen and packed lead to an element that the loop also reads by its array's name, or by the
// restrict pointer that they come from.
// expect: device kernels=10
// expect: multicore host_kernels=10
#include "check.h"
#define N 24

struct walk {
    int *at;
};

static int want[N];

static void fill(int *a, int *b)
{
    for (int i = 0; i < N; i++) {
        a[i] = 3 * i + 1;
        b[i] = 100 - i;
    }
}

#define TRY(...)                                                                \
    do {                                                                        \
        fill(want, b);                                                          \
        {                                                                       \
            int *c = want;                                                      \
            __VA_ARGS__                                                         \
        }                                                                       \
        int c[N];                                                               \
        fill(c, b);                                                             \
        PRAGMA(acc serial copy(c, b))                                           \
        {                                                                       \
            __VA_ARGS__                                                         \
        }                                                                       \
        for (int i = 0; i < N; i++)                                             \
            CHECK(c[i] == want[i]);                                             \
        fill(c, b);                                                             \
        behind(__COUNTER__ - first, n, c, b);                                   \
        for (int i = 0; i < N; i++)                                             \
            CHECK(c[i] == want[i]);                                             \
    } while (0)

#define STEP int *p = c; for (int i = 0; i < n; i++) *p++ ^= c[4] + 9;
#define RUN for (int *p = c; p < c + n; p++) *p ^= c[4] + 9;
#define CHOOSE for (int i = 0; i < n; i++) { int *p = i & 1 ? c + i : b + i; *p ^= c[5] + 7; }
#define MEMBER struct walk w = { c }; for (int i = 0; i < n; i++) *w.at++ ^= c[4] + 7;
#define PACK int *q[2] = { c, b }; for (int i = 0; i < n; i++) q[i % 3 == 1][i] ^= c[6] + 7;

#define BEHIND(...)                                                             \
    {                                                                           \
        PRAGMA(acc serial copy(c[0:n], b[0:n]))                                 \
        {                                                                       \
            __VA_ARGS__                                                         \
        }                                                                       \
        break;                                                                  \
    }

static void behind(int which, int n, int *restrict c, int *restrict b)
{
    switch (which) {
    case 0: BEHIND(STEP)
    case 1: BEHIND(RUN)
    case 2: BEHIND(CHOOSE)
    case 3: BEHIND(MEMBER)
    case 4: BEHIND(PACK)
    }
}

enum { first = __COUNTER__ + 1 };

int main(void)
{
    int b[N], n = N;
    TRY(STEP);
    TRY(RUN);
    TRY(CHOOSE);
    TRY(MEMBER);
    TRY(PACK);
    return CHECKED();
}
