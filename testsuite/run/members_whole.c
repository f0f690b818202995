// Clauses name members of a struct, and the construct does with the struct what only all of it serves: it is assigned, handed on, its
// pointers are changed, or other members are written. Then the struct comes along, as without such clauses.
// expect: device kernels=11
// expect: multicore host_kernels=11 uploads=0
#include "check.h"
#include <stdlib.h>
#define N 64

struct s { int n; double h; double *p, *q; int arr[8]; int a : 4; };
union u { int i[4]; float f[4]; };
struct holder { int k; union u u; };

#pragma acc routine seq
static double of(const struct s *s, int i) { return s->p[i] * s->h; }
#pragma acc routine seq
static void turn(struct s *s)
{
    double *t = s->p;
    s->p = s->q;
    s->q = t;
}
#pragma acc routine seq
static void store(double **at, double *value) { *at = value; }

static struct s global;
#pragma acc declare create(global)
#pragma acc routine seq
static double from_global(int i) { return i * global.h; }

static void pointers(struct s v)
{
    double *p = v.p, *q = v.q;
    #pragma acc parallel loop copyin(v.p[0:N])  copyout(v.q[0:N])
    for (int i = 0; i < N; i++)
        v.q[i] = of(&v, i);
    CHECK(q[5] == 10);
    #pragma acc serial copy(v.p[0:N], v.q[0:N])
    {
        turn(&v);
        v.p[0] = -1;
    }
    v.p = p, v.q = q;
    CHECK(q[0] == -1 && p[0] == 0);
    #pragma acc serial copy(v.p[0:N], v.q[0:N])
    {
        double *t = v.p;
        v.p = v.q;
        v.q = t;
        v.p[1] = -2;
    }
    v.p = p, v.q = q;
    CHECK(q[1] == -2 && p[1] == 1);
    #pragma acc serial copy(v.p[0:N], v.q[0:N])
    {
        store(&v.p, v.q);
        v.p[2] = -3;
    }
    v.p = p, v.q = q;
    CHECK(q[2] == -3 && p[2] == 2);
}

static void values(struct s v)
{
    struct s w = v;
    double *p = v.p;
    #pragma acc parallel loop copy(v.p[0:N]) firstprivate(w)
    for (int i = 0; i < N; i++) {
        struct s mine = v;
        v.p[i] = mine.n + w.h;
    }
    CHECK(p[9] == N + 2);
    #pragma acc serial copy(v.p[0:N])
    {
        v.h = 5;
        v.n += 1;
        v.arr[3] = v.n;
        v.p[3] = v.h + v.a;
    }
    CHECK(v.p == p && v.h == 5 && v.n == N + 1 && v.arr[3] == N + 1 && p[3] == 8);
    /* More of the array than the clause names. */
    #pragma acc serial copy(v.arr[3:2])
    v.arr[4] = v.arr[0] + v.arr[3];
    CHECK(v.arr[4] == N + 1);
    /* An assignment may reach a member that is read. */
    int *n = &v.n;
    #pragma acc serial copy(v.p[0:N], n[0:1])
    {
        n[0] = 20;
        v.p[0] = v.n;
    }
    CHECK(p[0] == 20);
}

static void overlap(void)
{
    struct holder h = { 1, { { 1, 2, 3, 4 } } };
    #pragma acc serial copy(h.u.i)
    h.u.f[0] = h.u.i[1];
    CHECK(h.u.f[0] == 2);
}

static void shared(void)
{
    global.h = 3;
    global.p = malloc(N * sizeof(double));
    #pragma acc update device(global)
    #pragma acc parallel loop copyout(global.p[0:N])
    for (int i = 0; i < N; i++)
        global.p[i] = from_global(i) + global.h;
    CHECK(global.p[4] == 15);
    free(global.p);
}

int main(void)
{
    struct s v = { N, 2, malloc(N * sizeof(double)), malloc(N * sizeof(double)), { 0 }, 3 };
    for (int i = 0; i < N; i++)
        v.p[i] = i;
    pointers(v);
    struct s *t = &v;
    #pragma acc parallel loop copy(t->p[0:N])
    for (int i = 0; i < N; i++) {
        struct s *mine = t;
        mine->p[i] += 1;
    }
    CHECK(v.p[7] == 8);
    values(v);
    overlap();
    shared();
    free(v.p);
    free(v.q);
    return CHECKED();
}
