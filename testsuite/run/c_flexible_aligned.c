// Members that take no room in kernels but align their struct: flexible arrays, arrays without elements, empty structs.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <stdlib.h>
#define N 20

struct open { int n; double d[]; };
struct none { char c; long long v[0]; };
struct empty {} __attribute__((aligned(16)));
struct beside { short s; struct empty e; };
/* The alignment of a struct inside, and an open array of structs. */
struct pair { float re, im; };
struct inner { char tag; struct beside b; struct pair p[]; };

int main(void)
{
    struct open *o = malloc(sizeof *o + N * sizeof *o->d);
    struct none of[N];
    struct beside at[N];
    struct inner *in = malloc(sizeof *in + N * sizeof *in->p);
    o->n = N;
    in->tag = 3, in->b.s = 4;
    for (int i = 0; i < N; i++) {
        o->d[i] = i * i;
        of[i].c = (char)i;
        at[i].s = (short)(100 + i);
        in->p[i].re = (float)i, in->p[i].im = (float)-i;
    }
    char *bytes = (char *)o, *more = (char *)in;
#pragma acc parallel loop copy(bytes[0 : sizeof *o + N * sizeof *o->d]) present(o)
    for (int i = 0; i < o->n; i++)
        o->d[i] = o->d[i] * 2 + i;
#pragma acc parallel loop copy(of)
    for (int i = 0; i < N; i++)
        of[i].c = (char)(of[i].c + 1);
#pragma acc parallel loop copy(at)
    for (int i = 0; i < N; i++)
        at[i].s = (short)(at[i].s * 2);
#pragma acc parallel loop copy(more[0 : sizeof *in + N * sizeof *in->p]) present(in)
    for (int i = 0; i < N; i++)
        in->p[i].re += in->p[i].im * in->tag + in->b.s;
    for (int i = 0; i < N; i++) {
        CHECK(o->d[i] == i * i * 2 + i);
        CHECK(of[i].c == i + 1);
        CHECK(at[i].s == 2 * (100 + i));
        CHECK(in->p[i].re == 4 - 2 * i && in->p[i].im == -i);
    }
    free(o);
    free(in);
    return CHECKED();
}
