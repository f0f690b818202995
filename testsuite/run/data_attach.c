// attach and detach: members, elements, ranges of pointers; counters, finalize, null pointers, pointers that updates
// leave alone, and a pointer of file scope.
// covers: data attach count, data null
// expect: device kernels=6 uploads=10 upload_bytes=272 downloads=6 download_bytes=156 attaches=6
#include "check.h"
#include <openacc.h>
#include <stdlib.h>

typedef struct {
    int n;
    float *p, *q;
} Pair;
static float *global;

static void members(int n, float *x, float *y)
{
    Pair s = {n, x, y};
    /* 3 sections up: 24 + 40 + 40 bytes */
    #pragma acc enter data copyin(s, x[0:n], y[0:n])
    #pragma acc enter data attach(s.p)
    #pragma acc enter data attach(s.p, s.q)
    #pragma acc parallel loop present(s)
    for (int i = 0; i < s.n; i++)
        s.p[i] += s.q[i];
    /* s.p was attached twice: still there. */
    #pragma acc exit data detach(s.p)
    #pragma acc parallel loop present(s)
    for (int i = 0; i < s.n; i++)
        s.p[i] += s.q[i];
    /* 8 bytes each way: all but the pointers. */
    s.n = n - 1;
    #pragma acc update device(s)
    s.n = 0;
    #pragma acc update self(s)
    CHECK(s.p == x && s.q == y && s.n == (acc_get_device_type() == acc_device_host ? 0 : n - 1));
    s.n = n;
    #pragma acc update device(s.n)
    #pragma acc exit data detach(s.p, s.q)
    #pragma acc data attach(s.p)
    {
        s.q = x;
        #pragma acc parallel loop present(s) attach(s.q)
        for (int i = 0; i < s.n; i++)
            s.p[i] += s.q[i];
    }
    #pragma acc exit data copyout(x[0:n], s) delete(y)
    CHECK(acc_get_device_type() == acc_device_host || !acc_is_present(y, sizeof *y));
    for (int i = 0; i < n; i++)
        CHECK(x[i] == 2 * (i + 2 * (100 + i)));
    CHECK(s.p == x && s.q == x);
}

static void elements(int n, float *x, float *y)
{
    float *r[4] = {x, y, 0, x};
    #pragma acc enter data copyin(r, x[0:n], y[0:n])
    #pragma acc enter data attach(r[0:3])
    #pragma acc enter data attach(r[1])
    #pragma acc parallel loop present(r)
    for (int i = 0; i < n; i++)
        if (!r[2])
            r[0][i] = r[1][i];
    #pragma acc exit data detach(r[0:3]) finalize
    #pragma acc exit data delete(r, y) copyout(x[0:n])
    for (int i = 0; i < n; i++)
        CHECK(x[i] == 100 + i);
    CHECK(r[0] == x && r[1] == y && !r[2] && r[3] == x);
}

static void file_scope(int n, float *x)
{
    global = x;
    #pragma acc data copy(global[0:n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; i++)
            global[i] = i;
    }
    for (int i = 0; i < n; i++)
        CHECK(x[i] == i);
}

/* Nothing is behind a null pointer, nor asked for. */
static void null(int n)
{
    float *none = 0;
    int seen = 0;
    #pragma acc data copy(none[0:n]) create(none[2:n])
    {
        #pragma acc serial present(none) copy(seen)
        seen = none == 0;
    }
    CHECK(seen);
}

int main(void)
{
    int n = 10;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 100 + i;
    }
    members(n, x, y);
    elements(n, x, y);
    file_scope(n, x);
    null(n);
    free(x);
    free(y);
    return CHECKED();
}
