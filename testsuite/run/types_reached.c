// Types that device code reaches without naming them: structs and unions behind members that are pointers, pointers to pointers, rows, typedefs, structs without a name, results of functions, casts,
// and types that only sizeof or a compound literal has.
// expect: device kernels=12
// expect: multicore host_kernels=12
#include "check.h"
#include <stddef.h>
#define N 12

struct atom {
    double x, v;
};
struct cloud {
    int n;
    struct atom *atoms;
};
typedef struct {
    float r, g;
} color;
typedef color palette;
typedef union {
    int i;
    struct {
        short low, high;
    };
} cell;
struct node {
    int value;
    struct node *next;
};
struct point3 {
    int at[3];
};
struct everything {
    palette *colors;
    cell *cells;
    struct {
        int a, b;
    } *unnamed;
    struct point3 **pointers;
    struct point3 (*rows)[2];
    struct node *list;
    union {
        struct atom *as_atoms;
        void *as_bytes;
    };
    struct {
        struct cloud *inner;
    } deep;
    void *raw;
};
struct only_size {
    int a[5];
};
struct holder {
    struct only_size *never;
    enum { LOW = 3, HIGH = 9 } level;
};
struct literal {
    int a, b;
};

#pragma acc routine seq
static struct point3 *third(struct everything *e, int i)
{
    return e->pointers[i];
}

static struct atom atoms[N];
static color colors[N];
static cell cells[N];
static struct point3 points[N], rows[N][2];
static struct point3 *pointers[N];
static struct node nodes[N];
static struct cloud cloud;
static struct {
    int a, b;
} pairs[N];

static void members(struct everything *e, int *out)
{
#pragma acc parallel loop present(e)
    for (int i = 0; i < N; i++)
        e->as_atoms[i].x += 2 * e->as_atoms[i].v;
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = (int)e->colors[i].g;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 1);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = (e->cells + i)->low;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 2);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = e->unnamed[i].b;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 3);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = e->pointers[i]->at[2] + third(e, i)->at[1];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 2 * i + 3);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = e->rows[i][1].at[0] + (int)(&e->rows[i][1] - &e->rows[i][0]);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 6);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = e->list->next->next->value + i;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 2);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = (int)e->deep.inner->atoms[i].v;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i);
#pragma acc parallel loop present(e) copyout(out[0:N])
    for (int i = 0; i < N; i++)
        out[i] = ((struct point3 *)e->raw)[i].at[1];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 1);
}

static void step(struct cloud *s, double dt)
{
#pragma acc parallel loop present(s, s->atoms)
    for (int i = 0; i < s->n; i++)
        s->atoms[i].x += dt * s->atoms[i].v;
}

int main(void)
{
    int out[N];
    struct everything all, *e = &all;
    struct holder h = {0, HIGH};
    for (int i = 0; i < N; i++) {
        atoms[i].v = i;
        colors[i].g = (float)(i + 1);
        cells[i].low = (short)(i + 2);
        pairs[i].b = i + 3;
        for (int k = 0; k < 3; k++)
            points[i].at[k] = i + k;
        rows[i][1].at[0] = i + 5;
        nodes[i].value = i;
    }
    cloud.n = N;
    cloud.atoms = atoms;
#pragma acc data copyin(all, colors, cells, pairs, points, rows, nodes, cloud) copy(atoms) create(pointers)
    {
        /* Device addresses, as a program has them that builds its structures there. */
#pragma acc parallel num_gangs(1) present(all, colors, cells, pairs, points, rows, nodes, cloud, atoms, pointers)
        {
            all.as_atoms = atoms;
            all.colors = colors;
            all.cells = cells;
            all.unnamed = (void *)pairs;
            all.pointers = pointers;
            all.rows = rows;
            all.list = nodes;
            all.deep.inner = &cloud;
            all.raw = points;
            cloud.atoms = atoms;
            for (int i = 0; i < N; i++) {
                pointers[i] = &points[i];
                nodes[i].next = &nodes[(i + 1) % N];
            }
        }
        members(e, out);
    }
    for (int i = 0; i < N; i++)
        CHECK(atoms[i].x == 2 * i);
#pragma acc enter data copyin(cloud) copyin(cloud.atoms[0:N])
    step(&cloud, 0.5);
#pragma acc exit data copyout(cloud.atoms[0:N]) delete(cloud)
    for (int i = 0; i < N; i++)
        CHECK(atoms[i].x == 2.5 * i);
#pragma acc parallel loop copyin(h) copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = (int)sizeof *h.never + (int)offsetof(struct only_size, a[2]) + (h.level == HIGH) + ((struct literal){i, 2 * i}).b;
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 20 + 8 + 1 + 2 * i);
    return CHECKED();
}
