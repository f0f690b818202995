// Loops with steps that touch the elements between: what moves ends with the last one that is touched, and no further. Behind it is other memory, which is on the device already here.
// report: copyin(in[0:n >= 1 ? 3*n : 0])
// report: copy(a[0:n >= 1 ? 2*n : 0])
// expect: device kernels=4 upload_bytes=7592
#include "check.h"
#include <stdlib.h>

enum { N = 100 };

static void turned(int n, unsigned char *restrict out, const unsigned char *restrict in)
{
#pragma acc kernels
    for (int i = 0; i < 3 * n; i += 3) {
        out[i] = in[i + 2];
        out[i + 1] = in[i + 1];
        out[i + 2] = in[i];
    }
}

static void pairs(int n, double *a)
{
#pragma acc kernels
    for (int i = 0; i < 2 * n; i += 2) {
        a[i] += 1;
        a[i + 1] += 2;
    }
}

static void walked(int n, double *a)
{
#pragma acc parallel loop
    for (double *p = a; p < a + 2 * n; p += 2) {
        p[0] += 1;
        p[1] += 2;
    }
}

/* Downwards, from an odd place: the first one that is touched. */
static void down(int n, double *a)
{
#pragma acc kernels
    for (int i = n; i > 2; i -= 4)
        a[i - 2] += a[i];
}

int main(void)
{
    unsigned char *in = malloc(6 * N), *out = calloc(6, N);
    double *a = malloc(4 * N * sizeof *a);
    if (!in || !out || !a)
        return 2;
    for (int i = 0; i < 6 * N; i++)
        in[i] = i;
    for (int i = 0; i < 4 * N; i++)
        a[i] = i;
#pragma acc enter data copyin(in[3*N:3*N], out[3*N:3*N], a[2*N:2*N])
    turned(N, out, in);
    pairs(N, a);
    walked(N, a);
    down(2 * N - 1, a);
#pragma acc exit data delete(in[3*N:3*N], out[3*N:3*N], a[2*N:2*N])
    for (int i = 0; i < 3 * N; i++)
        CHECK(out[i] == (unsigned char)(i / 3 * 3 + 2 - i % 3) && out[3 * N + i] == 0);
    for (int i = 0; i < 2 * N; i++) {
        const double before = i + 2 + 2 * (i % 2), behind = i + 4 + 2 * (i % 2);
        CHECK(a[i] == (i % 4 == 1 && i > 1 && i < 2 * N - 2 ? before + behind : before) || i == 1);
    }
    CHECK(a[1] == 5 + 7 && a[2 * N] == 2 * N);
    free(in);
    free(out);
    free(a);
    return CHECKED();
}
