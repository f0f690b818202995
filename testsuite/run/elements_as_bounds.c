// Integers of arrays, and behind pointers, which bound loops and are pitches of rows: `dims[0]`, `g->n[1]`, `*n`. They are known as variables are,
// unless the construct may change them.
// run: -O2
// expect: multicore in_order=0
#include "check.h"
#include <stdlib.h>

struct box { int n[3]; double *u; };
static int extents[2] = { 6, 5 };
enum { PITCH = 8 };

/* As translated Fortran has it. */
static int translated(int *n, int *m, int *lda, double *a, const double *b)
{
    #pragma acc kernels
    for (int j = 0; j < *m; j++)
        for (int i = 0; i < *n; i++)
            a[i + j * *lda] = b[i] + 10*j;
    return 0;
}

static void by_dims(const int *dims, double *restrict a, const double *restrict b)
{
    #pragma acc kernels copy(a[0:dims[0]*dims[1]]) copyin(b[0:dims[0]])
    for (int j = 0; j < dims[1]; j++)
        for (int i = 0; i < dims[0]; i++)
            a[i + j*dims[0]] = b[i] - j;
}

static void by_clause(const int dims[2], double *restrict a)
{
    #pragma acc data copyin(dims[0:2]) copy(a[0:dims[0]*dims[1]])
    {
        #pragma acc kernels present(dims, a)
        for (int j = 0; j < dims[1]; j++)
            for (int i = 0; i < dims[0]; i++)
                a[i + j*dims[0]] += i;
        #pragma acc kernels
        for (int j = 0; j < dims[1]; j++)
            for (int i = 0; i < dims[0]; i++)
                a[i + j*dims[0]] += j;
    }
}

static void in_struct(struct box *g)
{
    #pragma acc kernels
    for (int j = 0; j < g->n[1]; j++)
        for (int i = 0; i < g->n[0]; i++)
            g->u[i + j*g->n[0]] += j;
}

static void of_struct(struct box *g, double *restrict a)
{
    #pragma acc kernels copy(a[0:g->n[0]*g->n[1]])
    for (int j = 0; j < g->n[1]; j++)
        for (int i = 0; i < g->n[0]; i++)
            a[i + j*g->n[0]] *= 2;
}

/* One element by a constant, and all by a variable. */
static int both_ways(struct box *g, int *restrict out)
{
    #pragma acc kernels copyout(out[0:3])
    for (int i = 0; i < g->n[2]; i++)
        out[i] = g->n[i] + g->n[0];
    return out[0] + out[1] + out[2];
}

static void global(double *restrict a)
{
    #pragma acc kernels copy(a[0:extents[0]*extents[1]])
    for (int j = 0; j < extents[1]; j++)
        for (int i = 0; i < extents[0]; i++)
            a[i + j*extents[0]] = i*j;
}

/* The loop writes what bounds it, or what it reads, by the array's name, by an element's address, and through a pointer to it. */
static void changed(int *count, int *same, int *out)
{
    #pragma acc kernels copy(count[0:2], out[0:8])
    for (int i = 0; i < count[0]; i++) {
        out[i] = count[1];
        count[1] += 3;
    }
    #pragma acc serial copy(count[0:2], out[0:8]) present(same)
    for (int i = 0; i < count[0]; i++) {
        out[i] += count[1];
        same[1] += 1;
    }
    #pragma acc kernels copy(count[0:2], out[0:8])
    for (int i = 0; i < count[0]; i++) {
        int *at = &count[1];
        out[i] += count[1];
        *at += 2;
    }
}

/* What stands on the device counts there. */
static int newer(int *level, int *out)
{
    #pragma acc data copy(level[0:1]) copyout(out[0:6])
    {
        #pragma acc serial present(level)
        level[0] = 9;
        #pragma acc parallel loop
        for (int i = 0; i < extents[0]; i++)
            out[i] = level[0] + i;
    }
    return level[0];
}

/* What isn't looked at may be nowhere. */
static void nowhere(int n, const int *m, const struct box *g, const int *lda, double *restrict a)
{
    #pragma acc kernels copy(a[0:30])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < *m; j++)
            a[i * *lda + j] += g->n[2];
}

int main(void)
{
    int n = 6, m = 5, lda = PITCH, dims[2] = { 6, 5 };
    double a[5*PITCH], b[6], c[30];
    struct box g = { { 6, 5, 3 }, c };
    for (int i = 0; i < 5*PITCH; i++)
        a[i] = -1;
    for (int i = 0; i < 6; i++)
        b[i] = i*i;
    translated(&n, &m, &lda, a, b);
    for (int i = 0; i < 5*PITCH; i++)
        CHECK(a[i] == (i % PITCH < 6 ? i % PITCH*(i % PITCH) + i / PITCH*10 : -1));
    by_dims(dims, c, b);
    by_clause(dims, c);
    in_struct(&g);
    of_struct(&g, c);
    for (int i = 0; i < 30; i++)
        CHECK(c[i] == 2*(i % 6*(i % 6) + i % 6 + i / 6));
    nowhere(0, 0, 0, 0, c);
    nowhere(5, &n, &g, &n, c);
    for (int i = 0; i < 30; i++)
        CHECK(c[i] == 2*(i % 6*(i % 6) + i % 6 + i / 6) + 3);
    int out[8] = {0};
    CHECK(both_ways(&g, out) == 12 + 11 + 9);
    global(c);
    for (int i = 0; i < 30; i++)
        CHECK(c[i] == i % 6*(i / 6));
    int count[2] = { 4, 1 };
    changed(count, count, out);
    CHECK(out[0] == 1 + 13 + 17 && out[1] == 4 + 14 + 19 && out[2] == 7 + 15 + 21 && out[3] == 10 + 16 + 23 && count[1] == 25);
    int level = 2;
    CHECK(newer(&level, out) == 9);
    for (int i = 0; i < 6; i++)
        CHECK(out[i] == 9 + i);
    return CHECKED();
}
