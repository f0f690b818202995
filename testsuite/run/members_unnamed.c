// Members of structs that no clause names, in kernels and in parallel: what their pointers lead to is inferred as that of plain pointers is.
// run: -O2
// expect: device kernels=10
#include "check.h"
#include <stdlib.h>
#define N 64

struct vec { int n; double *data; };
struct field { int rows, cols; struct vec v; struct vec *w; double h; };
struct range { double *first, *end; };
struct node { double value; struct node *next; };

static struct vec global;

static void by_pointer(struct vec *t, struct vec u, int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        t->data[i] = i + u.n;
    CHECK(t->data[5] == 5 + N);
    double s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < t->n; i++)
        s += t->data[i] * u.data[i];
    CHECK(s == N * (N - 1) / 2 + N * N);
}

static void nested(struct field *f, struct field g)
{
#pragma acc kernels
    for (int i = 0; i < f->rows; i++)
        for (int j = 0; j < f->cols; j++)
            f->v.data[i * f->cols + j] = f->h * i + j;
    CHECK(f->v.data[9] == 2 * f->h + 1);
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        g.v.data[i] += 1;
    CHECK(g.v.data[9] == 2 * f->h + 2);
}

static void of_file(void)
{
#pragma acc kernels
    for (int i = 0; i < global.n; i++)
        global.data[i] *= 2;
}

static void ends(double *a, struct range s, int n)
{
#pragma acc parallel loop copy(a[0 : n])
    for (double *p = a; p < s.end; p++)
        *p = 3;
    CHECK(n == N);
}

static double list(struct node *head)
{
    double s = 0;
#pragma acc kernels
    {
        s += head->next->value;
        s += head->value;
    }
    return s;
}

// A store may reach a member whose address somebody has.
static int reached(struct vec v)
{
    int *n = &v.n;
    double *p = v.data;
#pragma acc serial copy(v, p[0 : N])
    {
        *(&v.n) = 20;
        p[0] = v.n;
    }
    return *n == 20 && p[0] == 20;
}

// Where the struct is on the device, its members are those of the device.
static void on_device(struct vec *t)
{
#pragma acc enter data copyin(t[0 : 1])
#pragma acc enter data copyin(t->data[0 : t->n])
#pragma acc serial present(t)
    t->n = 10;
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        if (i < t->n)
            t->data[i] = -1;
#pragma acc exit data copyout(t->data[0 : N])
#pragma acc exit data delete(t[0 : 1])
    CHECK(t->data[9] == -1 && t->data[10] != -1);
}

int main(void)
{
    struct vec t = {N, malloc(N * sizeof(double))}, u = {N, malloc(N * sizeof(double))};
    for (int i = 0; i < N; i++)
        u.data[i] = 1;
    by_pointer(&t, u, N);
    struct field f = {16, 4, t, &u, 0.5};
    nested(&f, f);
    global = u;
    of_file();
    CHECK(u.data[N - 1] == 2);
    ends(u.data, (struct range){u.data, u.data + 7}, N);
    CHECK(u.data[6] == 3 && u.data[7] == 2);
    struct node last = {2, 0}, first = {1, &last};
    CHECK(list(&first) == 3);
    CHECK(reached(t));
    on_device(&t);
    return CHECKED();
}
