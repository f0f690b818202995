// Sections of a struct's pointer members, and updates of members: moved and attached without the rest of the struct.
// covers: data member, data member update
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include "device.h"
#include <stdlib.h>
#define N 90

struct vector {
    int n, scale;
    double *x, *y;
};

int main(void)
{
    struct vector v = {N, 3, malloc(N * sizeof(double)), malloc(N * sizeof(double))}, *p = &v;
    for (int i = 0; i < N; i++)
        v.x[i] = v.y[i] = i;
#pragma acc data copyin(v) copyin(v.x[0:N]) copyout(v.y[0:N])
    {
#pragma acc parallel loop present(v)
        for (int i = 0; i < v.n; i++)
            v.y[i] = v.scale * v.x[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(v.y[i] == 3 * i);
#pragma acc enter data copyin(p[0:1]) copyin(p->x[0:N], p->y[0:N])
    p->scale = 10;
    for (int i = 0; i < N; i++)
        v.x[i] = -1;
#pragma acc update device(p->scale, p->x[10:20])
#pragma acc parallel loop present(p)
    for (int i = 0; i < p->n; i++)
        p->y[i] = p->scale * p->x[i];
#pragma acc update self(p->y[0:N])
    for (int i = 0; i < N; i++)
        CHECK(p->y[i] == (!discrete() || (i >= 10 && i < 30) ? -10 : 10 * i));
#pragma acc serial present(p)
    p->n = 7;
#pragma acc update host(p->n)
    CHECK(v.n == 7 && v.scale == 10);
#pragma acc exit data delete(p->x[0:N], p->y[0:N]) delete(p[0:1])
    return CHECKED();
}
