// Pointers that are members of structs may lead to memory that overlaps, as any other: the program asks. Where the struct is on the device its pointers there count, which
// have to be attached to sections of their own.
// launch: kernels_member_pointers_twice_24 grid=1x1x1 block=128x1x1
// launch: kernels_member_pointers_twice_24_in_order grid=1x1x1 block=1x1x1
// launch: kernels_member_pointers_named_31 grid=1x1x1 block=128x1x1
// launch: kernels_member_pointers_named_31_in_order grid=1x1x1 block=1x1x1
// launch: kernels_member_pointers_beside_38_in_order grid=1x1x1 block=1x1x1
// launch: kernels_member_pointers_beside_38 grid=1x1x1 block=128x1x1
// launch: kernels_member_pointers_by_value_45 grid=1x1x1 block=128x1x1
// expect: device kernels=11 in_order=4
// expect: multicore host_kernels=11
#include "check.h"
#include "device.h"
#include <stdlib.h>

struct grid { int n; double h; double *u, *v; };
struct solver { struct grid in; double *w; };

static double memory[2000], other[1000];

static void twice(struct grid *g)
{
#pragma acc kernels
    for (int i = 0; i < g->n; i++)
        g->v[i] = 2 * g->u[i] + g->h;
}

static void named(struct grid *g)
{
#pragma acc kernels copyin(g->u[0:g->n]) copy(g->v[0:g->n])
    for (int i = 0; i < g->n; i++)
        g->v[i] = 2 * g->u[i] + g->h;
}

static void beside(struct solver *s, const double *a)
{
#pragma acc kernels
    for (int i = 0; i < s->in.n; i++)
        s->w[i] = s->in.u[i] - a[i];
}

static void by_value(struct grid g)
{
#pragma acc kernels
    for (int i = 0; i < g.n; i++)
        g.v[i] += g.u[i];
}

/* Sums in elements: threads have copies of them. */
static void summed(struct grid *g)
{
#pragma acc kernels
    for (int i = 0; i < g->n; i++)
        g->v[0] += g->u[i];
#pragma acc kernels
    for (int i = 0; i < 500; i++)
        g->v[1] += g->u[i] + g->h;
}

static void plain(int n, double h, const double *u, double *v)
{
    for (int i = 0; i < n; i++)
        v[i] = 2 * u[i] + h;
}

static double start(int i) { return i % 7; }

int main(void)
{
    static double want[2000];
    struct grid g = {500, 0.5, memory, memory + 600}, over = {500, 0.25, memory, memory + 1};
    for (int i = 0; i < 2000; i++)
        memory[i] = want[i] = start(i);
    twice(&g);
    twice(&over);
    named(&g);
    plain(500, 0.5, want, want + 600);
    plain(500, 0.25, want, want + 1);
    plain(500, 0.5, want, want + 600);
    for (int i = 0; i < 2000; i++)
        CHECK(memory[i] == want[i]);

    // One section holds both: on a device they overlap as on the host.
#pragma acc data copy(memory)
    named(&over);
    plain(500, 0.25, want, want + 1);
    for (int i = 0; i < 2000; i++)
        CHECK(memory[i] == want[i]);

    // The struct is there as well, with pointers to sections of their own, then to one.
    struct grid *there = malloc(sizeof *there);
    *there = g;
#pragma acc enter data copyin(there[0:1])
#pragma acc enter data copyin(there->u[0:500], there->v[0:500])
    twice(there);
#pragma acc exit data copyout(there->u[0:500], there->v[0:500])
#pragma acc exit data delete(there[0:1])
    plain(500, 0.5, want, want + 600);
    for (int i = 0; i < 2000; i++)
        CHECK(memory[i] == want[i]);
    *there = over;
#pragma acc data copy(memory) copyin(there[0:1])
    {
#pragma acc data attach(there->u, there->v)
        twice(there);
    }
    plain(500, 0.25, want, want + 1);
    for (int i = 0; i < 2000; i++)
        CHECK(memory[i] == want[i]);
    free(there);

    struct solver s = {{500, 0, memory, 0}, memory + 2};
    beside(&s, other);
    for (int i = 0; i < 500; i++)
        want[2 + i] = want[i] - other[i];
    s.w = memory + 1000;
    beside(&s, other);
    for (int i = 0; i < 500; i++)
        want[1000 + i] = want[i] - other[i];
    by_value(g);
    for (int i = 0; i < 500; i++)
        want[600 + i] += want[i];
    for (int i = 0; i < 2000; i++)
        CHECK(memory[i] == want[i]);
    summed(&g);
    for (int i = 0; i < 500; i++) {
        want[600] += want[i];
        want[601] += want[i] + 0.5;
    }
    CHECK(memory[600] == want[600] && memory[601] == want[601]);
    return CHECKED();
}
