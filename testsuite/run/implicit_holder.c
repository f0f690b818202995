// A pointer to a struct that no clause names, beside clauses on what its members point to: kernels get the pointers, and the values
// of members that are only read. Under conditions, with members that are numbers, from a data construct around, for struct variables
// too. Where members are assigned, or a subscript leads to the struct, it comes along, its pointers attached.
// expect: device kernels=14 attaches=4
// expect: multicore host_kernels=14 uploads=0
#include "check.h"
#include <stdlib.h>
#define N 20

typedef struct { int n; double h; double *a, *b; } level_t;

static void members(level_t *L)
{
    int m = L->n;
    #pragma acc parallel loop present(L->a[0:m], L->b[0:m])
    for (int i = 0; i < m; i++)
        if (i < L->n)
            L->a[i] = L->b[i] * L->h;
}

static void one(level_t *s)
{
    int n = s->n;
    #pragma acc kernels present(s->b[0:n])
    for (int i = 0; i < n; i++)
        s->b[i] += 1;
}

static void around(level_t *s)
{
    #pragma acc data copy(s->b[0:s->n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < s->n; i++)
            s->b[i] *= 2;
        #pragma acc parallel loop present(s->b)
        for (int i = 0; i < s->n; i++)
            s->b[i] += 2;
    }
}

static void element(level_t *s, int k)
{
    double sum = 0;
    #pragma acc parallel loop copyin(s[k].a[0:s[k].n]) reduction(+:sum)
    for (int i = 0; i < s[k].n; i++)
        sum += s[k].a[i];
    CHECK(sum == 0.5 * (N * (N - 1) / 2 + k * N));
    #pragma acc parallel loop copyin(s->a[0:s->n])
    for (int i = 0; i < 1; i++)
        s->h = s->a[3] + i;
    CHECK(s->h == 1.5);
}

static void variable(void)
{
    level_t S = { N, 2, malloc(N * sizeof(double)), malloc(N * sizeof(double)) };
    for (int i = 0; i < N; i++)
        S.a[i] = i;
    #pragma acc data copyin(S.a[0:S.n]) copyout(S.b[0:S.n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < S.n; i++)
            S.b[i] = S.a[i] * S.h;
        #pragma acc kernels loop independent
        for (int i = 0; i < S.n; i++)
            S.b[i] += 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(S.b[i] == 2 * i + 1);
    free(S.a);
    free(S.b);
}

int main(void)
{
    level_t L[2];
    for (int k = 0; k < 2; k++) {
        level_t *p = &L[k];
        p->n = N;
        p->h = 0.5;
        p->a = malloc(N * sizeof(double));
        p->b = malloc(N * sizeof(double));
        double *a = p->a, *b = p->b;
        for (int i = 0; i < N; i++)
            b[i] = i + k;
        #pragma acc enter data create(p->a[0:N]) copyin(p->b[0:N])
        members(p);
        one(p);
        #pragma acc exit data copyout(p->a[0:N], p->b[0:N])
        CHECK(p->a == a && p->b == b);
        CHECK(a[7] == 0.5 * (7 + k) && b[7] == 8 + k);
        around(p);
        CHECK(p->b == b && b[7] == 2 * (8 + k) + 2);
        element(L, k);
        L[0].h = 0.5;
    }
    variable();
    for (int k = 0; k < 2; k++) {
        free(L[k].a);
        free(L[k].b);
    }
    return CHECKED();
}
