// Loops beside each other become one that several devices share; not where they ask whether memory overlaps, since others run then.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2
// expect: device kernels=4 device_parts=2
// report: devices run the loops at lines 17, 19 as one
// report: may be shared by several devices (--acc-devices)
// report: devices run the loops at lines 29, 31 as one
// report: runs on one device: where its memory overlaps, other loops run
#include "check.h"

enum { N = 300 };

static void apart(int n, unsigned *restrict a, unsigned *restrict b)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            a[i] = i + 1;
        for (int i = 0; i < n; i++)
            b[i] += 2 * a[i];
    }
}

// b may be elements of a that later iterations write.
static void asked(int n, unsigned *a, unsigned *b)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            a[i] = i + 1;
        for (int i = 0; i < n; i++)
            b[i] += 2 * a[i];
    }
}

int main(void)
{
    static unsigned a[N + 1], b[N];
    apart(N, a, b);
    for (unsigned i = 0; i < N; i++)
        CHECK(a[i] == i + 1 && b[i] == 2 * (i + 1));
    asked(N, a, b);
    for (unsigned i = 0; i < N; i++)
        CHECK(a[i] == i + 1 && b[i] == 4 * (i + 1));
    a[N] = 5;
    asked(N, a, a + 1);
    // The second loop finds all that the first one has written, and in b what it has written itself.
    unsigned want = 1;
    for (unsigned i = 0; i < N; i++) {
        CHECK(a[i] == want);
        want = (i + 1 < N ? i + 2 : 5) + 2 * want;
    }
    CHECK(a[N] == want);
    return CHECKED();
}
