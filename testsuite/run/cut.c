// Loops that are cut at an iteration on whose element the others depend: the closure of a graph, shortest paths with other types and bounds, elements that
// are divided by one of them, and what must stay as it is.
// report: devices run this loop in parts, before, at and after i = k, j = k
// report: devices run this loop in parts, before, at and after i = 0
// report: the host's cores run this loop in parts, before, at and after i = p
// expect: device kernels>=20 in_order=0
// expect: multicore host_kernels>=8
#include "check.h"
#include <string.h>

enum { N = 61 };

#define DIRECTIVE(text) _Pragma(#text)
#define F(name) plain_##name
#define REGION
#include "cut/loops.h"
#undef F
#undef REGION
#define F(name) name
#define REGION DIRECTIVE(acc kernels)
#include "cut/loops.h"

static unsigned x[2][N * N];
static unsigned sums[2][2 * N];
static double d[2][N];
static unsigned char reach[2][N][N];

static void fill(void)
{
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < N; i++) {
            d[c][i] = 1 + (i * 7 + 3) % 11;
            for (int j = 0; j < N; j++) {
                x[c][i * N + j] = 1 + (unsigned)(i * 13 + j * 29) % 97;
                reach[c][i][j] = (i * 5 + j * 3) % 23 == 0;
            }
        }
}

#define SAME(a) CHECK(!memcmp(a[0], a[1], sizeof a[0]))

static void sized(int n)
{
    for (int p = -1; p <= n; p += (n + 2) / 3 + 1) {
        fill();
        paths(n, (void *)x[0], p);
        plain_paths(n, (void *)x[1], p);
        SAME(x);
        if (p >= 0) {
            fill();
            from(n, x[0], p, n / 3);
            plain_from(n, x[1], p, n / 3);
            SAME(x);
        }
    }
    fill();
    counted(n, x[0]);
    plain_counted(n, x[1]);
    SAME(x);
    fill();
    // A barrier of the whole grid for each diagonal: a stand-in takes its time.
    outwards(n < 24 ? n : 24, (void *)x[0]);
    plain_outwards(n < 24 ? n : 24, (void *)x[1]);
    SAME(x);
    fill();
    memset(sums, 0, sizeof sums);
    typed(n, (void *)x[0], sums[0]);
    plain_typed(n, (void *)x[1], sums[1]);
    SAME(x);
    SAME(sums);
    fill();
    memset(sums, 0, sizeof sums);
    wrapped((unsigned)n, x[0], sums[0]);
    plain_wrapped((unsigned)n, x[1], sums[1]);
    SAME(x);
    SAME(sums);
    fill();
    flat((size_t)n, x[0]);
    plain_flat((size_t)n, x[1]);
    SAME(x);
    fill();
    closure(n, reach[0]);
    plain_closure(n, reach[1]);
    SAME(reach);
    if (n > 0) {
        fill();
        first(n, d[0]);
        plain_first(n, d[1]);
        SAME(d);
        fill();
        last(n, d[0]);
        plain_last(n, d[1]);
        SAME(d);
    }
}

int main(void)
{
    sized(0);
    sized(1);
    sized(2);
    sized(17);
    sized(N);
    return CHECKED();
}
