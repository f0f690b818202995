// Distribution: a recurrence beside what is parallel is a loop of its own.
// expect: device kernels=2
// report: devices run this loop as 2, one after the other
// launch: rstream3_1_distribution_both_13_2 grid=40x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 5000 };
static double a[N], b[N], c[N], f[N];

static void both(void)
{
#pragma acc kernels
    for (int i = 1; i < N; i++) {
        f[i] = 0.5 * f[i - 1] + 1;
        a[i] = b[i] * c[i] + f[i];
    }
}

int main(void)
{
    double last = 0;
    for (int i = 0; i < N; i++)
        b[i] = i % 13, c[i] = i % 7;
    both();
    for (int i = 1; i < N; i++) {
        last = 0.5 * last + 1;
        CHECK(f[i] == last && a[i] == b[i] * c[i] + last);
    }
    return CHECKED();
}
