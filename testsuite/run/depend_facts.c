// What the loops inside one iteration say of its variables doesn't hold for another iteration; nor does what one
// loop over j say hold for another; unsigned subscripts wrap.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=5
// expect: device kernels>=18
// expect: multicore host_kernels=18
#include "check.h"
#include <string.h>
#define N 5000

static int a[N], b[N], c[N], d[N];
static int j;

static void reset(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 37;
        b[i] = i % 11;
    }
}

/* The loop, without directives and with them. */
#define BOTH(...)                                                              \
    do {                                                                       \
        reset();                                                               \
        __VA_ARGS__                                                            \
        memcpy(c, a, sizeof a);                                                \
        memcpy(d, b, sizeof b);                                                \
        reset();                                                               \
        PRAGMA(acc kernels)                                                    \
        __VA_ARGS__                                                            \
        CHECK(!memcmp(a, c, sizeof a) && !memcmp(b, d, sizeof b));             \
    } while (0)

int main(void)
{
    int n = 1, none = 0, m = 3, some = 10;
    BOTH(for (int i = 0; i < 20; i++) {
        int s = 0;
        for (int k = 0; k < 40; k++)
            s += a[40 + (i - 1) * k];
        b[i] = s;
        for (int k = 0; k < i; k++)
            a[i] = 1000;
    });
    BOTH(for (int i = 19; i >= 0; i--) {
        int s = 0;
        for (int k = 0; k < 40; k++)
            s += a[40 + (i - 1) * k];
        b[i] = s;
        for (int k = 0; k < i; k++)
            a[i] = 1000;
    });
    BOTH(for (int i = 0; i < 100; i++) {
        int k;
        for (k = 0; k < 3; k++)
            b[i] += a[i + 50 * k];
        for (k = 2; k < 4; k++)
            a[i + 25 * k] = i;
    });
    BOTH(for (int i = 0; i < 100; i++)
        for (int k = i; k < 2 * i; k++)
            a[k] += 1;);
    BOTH(for (int i = 0; i < 60; i++)
        for (int k = 1; k < i; k++)
            a[i * k] = i;);
    BOTH(for (int i = 0; i < 100; i++)
        for (int k = 0; k < m; k++)
            a[i * m + k] = a[i * m + k + 1];);
    BOTH(for (int i = 0; i < 100; i++) {
        int w = i % 3 + 1;
        a[i * w] = i;
    });
    BOTH(for (int i = 0; i < 100; i++) {
        for (int k = 1; k < n; k++)
            b[k] = 0;
        a[(n - 1) * i] = i;
    });
    BOTH(for (int i = 1; i < 100; i++) {
        for (int k = 0; k < none; k++)
            b[i] += k;
        a[i * none] = i;
    });
    BOTH(for (int i = 0; i < 100; i++)
        if (i > 50)
            a[i] = a[i - 50] + 1;
        else
            a[i] = i;);
    BOTH(for (int i = 0; i < 100; i++) {
        int t = i < 50 ? i : i - 50;
        a[t] += i;
        b[t] = a[t];
    });
    BOTH(for (int i = 0; i < 100; i++)
        for (int k = 0; k < 100; k++)
            if (i > 0 && (a[i] = a[i - 1]))
                b[k] = i;);
    BOTH(for (int i = 0; i < 64; i++) {
        unsigned char u = (unsigned char)(i * 8);
        a[u] = i;
    });
    BOTH(for (int i = 0; i < 64; i++) {
        for (j = 0; j < 3; j++)
            b[i] += j;
        a[j] = i;
    });
    BOTH(for (int i = 0; i < 64; i++) {
        int last = i;
        for (int q = 0; q < some; q++) {
            last = q;
            a[i * 10 + last] += 1;
        }
        a[last * 10 + 5] = i;
    });
    BOTH(for (unsigned i = 1; i < 100u; i++)
        a[i + 4294967295u] = a[i] + 1;);
    BOTH(for (unsigned i = 1; i < 100u; i++)
        a[i] = a[i + 4294967295u] + 1;);
    BOTH(for (int i = 1; i < 100; i += 3)
        for (int k = i; k <= i + 3; k++)
            a[k] += b[k];);
    return CHECKED();
}
