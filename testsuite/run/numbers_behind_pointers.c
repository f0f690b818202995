// Numbers in structs that pointers lead to, which bound loops and are pitches of rows: they are known as variables are, unless the construct may change them.
// Clauses may name the struct itself, or it may be on the device from before.
// run: -O2
// expect: device in_order=0
// expect: multicore in_order=0
#include "check.h"
#include <stdlib.h>

typedef struct { int nx, ny; double dx; } grid;
typedef struct { int n, m; double *d; } mat;
typedef struct { int nx, ny, nz; } triple;
typedef struct { grid *g; mat in; } both;

static void stencil(const grid *p, double *a, const double *b)
{
    #pragma acc kernels
    for (int i = 1; i < p->ny - 1; i++)
        for (int j = 1; j < p->nx - 1; j++)
            a[i*p->nx + j] = b[i*p->nx + j - 1] + b[(i + 1)*p->nx + j]*p->dx;
}

static void with_clauses(const grid *p, double *restrict a, const double *restrict b)
{
    #pragma acc kernels copy(a[0:p->nx*p->ny]) copyin(b[0:p->nx*p->ny], p[0:1])
    for (int i = 1; i < p->ny - 1; i++)
        for (int j = 1; j < p->nx - 1; j++)
            a[i*p->nx + j] = b[i*p->nx + j - 1] + b[(i + 1)*p->nx + j]*p->dx;
}

static void inside_data(const grid *p, float *restrict a, const float *restrict b)
{
    #pragma acc data copyin(p[0:1], b[0:p->nx*p->ny]) copy(a[0:p->nx*p->ny])
    {
        #pragma acc kernels present(p, a, b)
        for (int i = 1; i < p->ny - 1; i++)
            for (int j = 1; j < p->nx - 1; j++)
                a[i*p->nx + j] = b[i*p->nx + j - 1] + b[(i + 1)*p->nx + j]*p->dx;
    }
}

/* A product whose rows have the pitch of a third struct: asked before it runs. */
static void product(const mat *a, const mat *b, mat *c)
{
    #pragma acc kernels
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->m; j++) {
            double s = 0;
            for (int k = 0; k < a->m; k++)
                s += a->d[i*a->m + k] * b->d[k*b->m + j];
            c->d[i*c->m + j] = s;
        }
}

static void product_of_copies(const mat *a, const mat *b, mat *c)
{
    double *ad = a->d, *bd = b->d, *cd = c->d;
    #pragma acc kernels copyin(ad[0:a->n*a->m], bd[0:b->n*b->m]) copy(cd[0:c->n*c->m])
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->m; j++) {
            double s = 0;
            for (int k = 0; k < a->m; k++)
                s += ad[i*a->m + k] * bd[k*b->m + j];
            cd[i*c->m + j] = s;
        }
}

/* The struct's copy on the device has the pointer to the array's. */
static void deep(mat *c, double f)
{
    #pragma acc enter data copyin(c[0:1])
    #pragma acc enter data copyin(c->d[0:c->n*c->m])
    #pragma acc kernels present(c)
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->m; j++)
            c->d[i*c->m + j] *= f;
    #pragma acc kernels default(present)
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->m; j++)
            c->d[i*c->m + j] += 1;
    #pragma acc update self(c->d[0:c->n*c->m])
    #pragma acc exit data delete(c->d[0:c->n*c->m], c[0:1])
    #pragma acc kernels copyin(c[0:1]) copy(c->d[0:c->n*c->m])
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->m; j++)
            c->d[i*c->m + j] -= 2;
    #pragma acc data copyin(c[0:1]) copy(c->d[0:c->n*c->m])
    {
        #pragma acc kernels
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j < c->m; j++)
                c->d[i*c->m + j] += j;
        #pragma acc parallel loop collapse(2)
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j < c->m; j++)
                c->d[i*c->m + j] += i;
    }
}

static void through_two(both *s, double *restrict a)
{
    #pragma acc kernels copyout(a[0:s->in.n*s->in.m])
    for (int i = 0; i < s->in.n; i++)
        for (int j = 0; j < s->in.m; j++)
            a[i*s->in.m + j] = 10*i + j;
}

int main(void)
{
    enum { NX = 9, NY = 7 };
    grid g = { NX, NY, 0.5 };
    double a[NX*NY], b[NX*NY], want[NX*NY];
    float fa[NX*NY], fb[NX*NY];
    for (int i = 0; i < NX*NY; i++) {
        a[i] = fa[i] = -1;
        fb[i] = b[i] = i*3 % 11;
        want[i] = -1;
    }
    for (int i = 1; i < NY - 1; i++)
        for (int j = 1; j < NX - 1; j++)
            want[i*NX + j] = b[i*NX + j - 1] + b[(i + 1)*NX + j]*0.5;
    stencil(&g, a, b);
    for (int i = 0; i < NX*NY; i++) CHECK(a[i] == want[i]);
    for (int i = 0; i < NX*NY; i++)
        a[i] = -1;
    with_clauses(&g, a, b);
    for (int i = 0; i < NX*NY; i++) CHECK(a[i] == want[i]);
    inside_data(&g, fa, fb);
    for (int i = 0; i < NX*NY; i++) CHECK(fa[i] == want[i]);

    double ad[5*4], bd[4*6], cd[5*8], pd[5*8];
    mat ma = { 5, 4, ad }, mb = { 4, 6, bd }, mc = { 5, 8, cd };
    for (int i = 0; i < 20; i++) ad[i] = i % 7;
    for (int i = 0; i < 24; i++) bd[i] = i % 5 - 2;
    for (int i = 0; i < 40; i++) cd[i] = pd[i] = 100 + i;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++) {
            double s = 0;
            for (int k = 0; k < 4; k++) s += ad[i*4 + k] * bd[k*6 + j];
            pd[i*8 + j] = s;
        }
    product(&ma, &mb, &mc);
    for (int i = 0; i < 40; i++) CHECK(cd[i] == pd[i]);
    for (int i = 0; i < 40; i++) cd[i] = 100 + i;
    product_of_copies(&ma, &mb, &mc);
    for (int i = 0; i < 40; i++) CHECK(cd[i] == pd[i]);
    deep(&mc, 2);
    for (int i = 0; i < 40; i++) CHECK(cd[i] == pd[i]*2 - 1 + i % 8 + i / 8);
    both s = { &g, mc };
    through_two(&s, cd);
    for (int i = 0; i < 40; i++) CHECK(cd[i] == i / 8 * 10 + i % 8);
    return CHECKED();
}
