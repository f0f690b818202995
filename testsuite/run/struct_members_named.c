// Clauses of a construct name members of a struct that isn't mapped: kernels get these alone. Variables, nested structs, pointers to
// structs. For elements of arrays the array comes along before them, they are parts of it, and its pointers are attached.
// expect: device kernels=6 attaches=1
// expect: multicore host_kernels=6 uploads=0
#include "check.h"
#include <stdlib.h>
#define N 100

struct dc { int a; int *b; };
struct outer { double w; struct dc in; int c; };

static void variable(void)
{
    struct dc v = { 3, malloc(N * sizeof(int)) };
    int *b = v.b;
#pragma acc parallel loop copy(v.a, v.b[:N])
    for (int i = 0; i < N; i++)
        v.b[i] = v.a;
    CHECK(v.b == b && v.a == 3);
    for (int i = 0; i < N; i++)
        CHECK(v.b[i] == 3);
#pragma acc parallel copyin(v.a) copyout(v.b[0:N])
    {
#pragma acc loop
        for (int i = 0; i < N; i++)
            v.b[i] = v.a + i;
    }
    CHECK(v.b == b && b[7] == 10);
    free(b);
}

static void nested(void)
{
    struct outer o = { 0.5, { 4, malloc(N * sizeof(int)) }, 6 };
#pragma acc parallel loop copyin(o.in.a, o.c) copyout(o.in.b[0:N])
    for (int i = 0; i < N; i++)
        o.in.b[i] = o.in.a * i + o.c;
    for (int i = 0; i < N; i++)
        CHECK(o.in.b[i] == 4 * i + 6);
#pragma acc serial copyout(o.c)
    o.c = o.in.a + 1;
    CHECK(o.c == 5 && o.in.a == 4 && o.w == 0.5);
    free(o.in.b);
}

static void behind(struct dc *s)
{
#pragma acc parallel loop copy(s->a, s->b[:N])
    for (int i = 0; i < N; i++)
        s->b[i] = s->a;
    CHECK(s->b[9] == s->a);
}

static void elements(void)
{
    struct dc v[3];
    for (int k = 0; k < 3; k++)
        v[k] = (struct dc){ k + 1, malloc(N * sizeof(int)) };
    behind(&v[1]);
#pragma acc parallel loop copyin(v[2].a) copyout(v[2].b[0:N])
    for (int i = 0; i < N; i++)
        v[2].b[i] = v[2].a + i;
    CHECK(v[2].b[5] == 8);
    for (int k = 0; k < 3; k++)
        free(v[k].b);
}

int main(void)
{
    variable();
    nested();
    elements();
    return CHECKED();
}
