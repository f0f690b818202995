// `kernels` that read members of a struct which clauses name, in the construct or around it: the struct is on the device, its pointers lead to what
// is there, and loops through two of them are parallel if that lies apart.
// run: -O2
// env: ACCRS_LEAST_WORK=0
// devices: multicore sim
// expect: device kernels=14 in_order=4
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#define N 3000

struct half { double *data; };
struct grid { int n; double h, *u, *v; struct half in, *out; double row[8]; };

static struct grid *made(int n, struct half *out)
{
    struct grid *g = malloc(sizeof *g);
    *g = (struct grid){n, 0.5, malloc(n * sizeof(double)), calloc(n, sizeof(double)), {calloc(n, sizeof(double))}, out, {1, 2}};
    out->data = calloc(n, sizeof(double));
    for (int i = 0; i < n; i++)
        g->u[i] = i;
    return g;
}

static void by_present(struct grid *g)
{
#pragma acc enter data copyin(g[0 : 1])
#pragma acc enter data copyin(g->u[0 : g->n], g->v[0 : g->n])
#pragma acc kernels present(g)
    for (int i = 0; i < g->n; i++)
        g->v[i] = 2 * g->u[i] + g->h;
#pragma acc kernels loop present(g[0 : 1])
    for (int i = 1; i < g->n - 1; i++)
        g->u[i] = g->v[i - 1] + g->v[i + 1] + g->row[i % 2];
#pragma acc exit data copyout(g->u[0 : g->n], g->v[0 : g->n])
#pragma acc exit data delete(g[0 : 1])
    for (int i = 1; i < N - 1; i++)
        CHECK(g->v[i] == 2 * i + 0.5 && g->u[i] == 4 * i + 1 + 1 + i % 2);
}

// All is there.
static void by_default(struct grid *g)
{
#pragma acc enter data copyin(g[0 : 1])
#pragma acc enter data copyin(g->u[0 : g->n], g->v[0 : g->n])
#pragma acc kernels default(present)
    for (int i = 0; i < g->n; i++)
        g->v[i] = g->u[i] * g->h;
#pragma acc exit data copyout(g->u[0 : g->n], g->v[0 : g->n])
#pragma acc exit data delete(g[0 : 1])
    CHECK(g->v[99] == g->u[99] * 0.5);
}

// Around the construct, and in its own clauses.
static void by_copies(struct grid *g)
{
#pragma acc data copyin(g[0 : 1]) copy(g->v[0 : g->n]) copyin(g->u[0 : g->n])
#pragma acc kernels
    for (int i = 0; i < g->n; i++)
        g->v[i] += g->u[i];
#pragma acc kernels copyin(g[0 : 1], g->u[0 : g->n]) copyout(g->in.data[0 : g->n])
    for (int i = 0; i < g->n; i++)
        g->in.data[i] = g->u[i];
    CHECK(g->v[7] == 2 * 7 + 0.5 + g->u[7] && g->in.data[9] == g->u[9]);
}

static void of_variables(struct grid g)
{
#pragma acc data copyin(g) copyin(g.u[0 : g.n]) copyout(g.v[0 : g.n])
    {
#pragma acc kernels present(g)
        for (int i = 0; i < g.n; i++)
            g.v[i] = g.u[i] - g.h;
    }
    CHECK(g.v[11] == g.u[11] - 0.5);
}

// Members of members, by value and by a pointer.
static void nested(struct grid *g)
{
#pragma acc enter data copyin(g[0 : 1])
#pragma acc enter data copyin(g->out[0 : 1])
#pragma acc enter data copyin(g->out->data[0 : N], g->in.data[0 : N])
#pragma acc kernels present(g)
    for (int i = 0; i < g->n; i++)
        g->out->data[i] = g->in.data[i] + i;
#pragma acc exit data copyout(g->out->data[0 : N]) delete(g->in.data[0 : N])
#pragma acc exit data delete(g->out[0 : 1])
#pragma acc exit data delete(g[0 : 1])
    for (int i = 0; i < N; i++)
        CHECK(g->out->data[i] == g->in.data[i] + i);
}

// One lies one element behind the other: in order.
static void overlapping(struct grid *g)
{
    double *all = g->u, *v = g->v;
    for (int i = 0; i < N; i++)
        all[i] = i;
    g->v = all + 1;
#pragma acc data copyin(g[0 : 1]) copy(all[0 : N])
    {
#pragma acc data copy(g->u[0 : N], g->v[0 : N - 1])
#pragma acc kernels present(g)
        for (int i = 0; i < N - 1; i++)
            g->v[i] = g->u[i] + 2;
    }
    for (int i = 0; i < N; i++)
        CHECK(all[i] == 2 * i);
    g->v = v;
}

// Both lead to one struct.
static void same(struct grid *g, struct grid *f)
{
#pragma acc data copyin(g[0 : 1]) copy(g->u[0 : N])
#pragma acc kernels present(g, f)
    for (int i = 1; i < N; i++)
        g->u[i] = f->u[i - 1] + 1;
    for (int i = 0; i < N; i++)
        CHECK(g->u[i] == i);
}

// What the device's pointers lead to counts, not what the host's do.
static void moved(struct grid *g)
{
    double *u = g->u, *v = g->v;
#pragma acc enter data copyin(g[0 : 1])
#pragma acc enter data copyin(g->u[0 : N], g->v[0 : N])
    if (acc_get_device_type() != acc_device_host) {
        g->u = v;
        g->v = u;
    }
#pragma acc kernels present(g)
    for (int i = 0; i < N; i++)
        g->v[i] = g->u[i] * 3;
    g->u = u;
    g->v = v;
#pragma acc exit data copyout(g->u[0 : N], g->v[0 : N])
#pragma acc exit data delete(g[0 : 1])
    for (int i = 0; i < N; i++)
        CHECK(g->u[i] == i && g->v[i] == 3 * i);
}

// The device's own memory.
static void of_device(const struct grid *host)
{
    struct grid local = *host, *g = &local;
    size_t bytes = N * sizeof(double);
    g->u = acc_malloc(bytes);
    g->v = acc_malloc(bytes);
    acc_memcpy_to_device(g->u, host->u, bytes);
#pragma acc data copyin(g[0 : 1])
    {
#pragma acc kernels present(g)
        for (int i = 0; i < N; i++)
            g->v[i] = g->u[i] + 5;
    }
    acc_memcpy_from_device(host->v, g->v, bytes);
    acc_free(g->u);
    acc_free(g->v);
    for (int i = 0; i < N; i++)
        CHECK(host->v[i] == i + 5);
}

// The struct is changed there, by name and by a pointer to it.
static void changed(struct grid *g)
{
    g->h = 2;
#pragma acc enter data copyin(g[0 : 1])
#pragma acc enter data copyin(g->u[0 : N])
    g->h = 100;
#pragma acc kernels present(g)
    {
        g->n = 10;
#pragma acc loop independent
        for (int i = 0; i < 10; i++)
            g->u[i] = g->h;
    }
#pragma acc kernels present(g)
    for (int i = 0; i < g->n; i++)
        g->u[i] += 1;
#pragma acc exit data copyout(g->u[0 : N])
#pragma acc exit data copyout(g[0 : 1])
    if (acc_get_device_type() != acc_device_host)
        CHECK(g->n == 10 && g->h == 2 && g->u[9] == 3 && g->u[10] == 10);
    else
        CHECK(g->n == 10 && g->u[9] == 101 && g->u[10] == 10);
    g->n = N;
}

int main(void)
{
    struct half out;
    struct grid *g = made(N, &out);
    by_present(g);
    by_copies(g);
    by_default(g);
    of_variables(*g);
    nested(g);
    overlapping(g);
    for (int i = 0; i < N; i++)
        g->u[i] = 0;
    same(g, g);
    moved(g);
    of_device(g);
    changed(g);
    return CHECKED();
}
