// Members that several directives bring to the device, without the struct: variables, nested structs, typedefs, pointers to structs,
// embedded arrays, data constructs around, update, kernels, parallel, serial, calls. Nothing of a struct moves but its members.
// covers: data member
// expect: device kernels=20 uploads=13 upload_bytes=3288 downloads=16 download_bytes=3428 attaches=0
// expect: multicore host_kernels=19 uploads=0
#include "check.h"
#include <stdlib.h>
#define N 100

struct dc { int a; int *b; };
struct inner { double k; float *f; int w[8]; };
typedef struct body { int n; double scale; double *x, *y; struct inner in; int arr[64]; } Body;

static void several(void)
{
    struct dc v = { 3, malloc(N * sizeof(int)) };
    #pragma acc enter data copyin(v.a)
    #pragma acc enter data create(v.b[0:N])
    #pragma acc parallel loop present(v.a, v.b)
    for (int i = 0; i < N; i++)
        v.b[i] = v.a + i;
    #pragma acc serial present(v.a)
    v.a += 4;
    #pragma acc kernels loop independent present(v.a, v.b[0:N])
    for (int i = 0; i < N; i++)
        v.b[i] += v.a;
    #pragma acc update self(v.a, v.b[0:N])
    CHECK(v.a == 7 && v.b[9] == 3 + 9 + 7);
    v.a = 1;
    #pragma acc update device(v.a)
    #pragma acc parallel loop present(v.a, v.b)
    for (int i = 0; i < N; i++)
        v.b[i] = v.a;
    #pragma acc exit data delete(v.a) copyout(v.b[:N])
    CHECK(v.b[0] == 1 && v.b[N - 1] == 1);
    free(v.b);
}

#pragma acc routine seq
static double scaled(const double *x, int i, double k) { return x[i] * k; }
#pragma acc routine seq
static void bump(int *p) { *p += 1; }

/* Sizes that no clause names have the host's values. */
static void behind(Body *s)
{
    #pragma acc enter data copyin(s->x[0:s->n])
    #pragma acc enter data copyin(s->y[0:s->n], s->scale) create(s->arr)
    #pragma acc parallel loop present(s->x, s->y, s->scale)
    for (int i = 0; i < s->n; i++)
        s->x[i] += s->y[i] * s->scale;
    #pragma acc parallel loop present(s->arr)
    for (int i = 0; i < 64; i++)
        (*s).arr[i] = i + (int)(sizeof s->arr / sizeof s->arr[0]);
    #pragma acc parallel loop collapse(2) present(s->x, s->arr)
    for (int i = 0; i < s->n / 10; i++)
        for (int j = 0; j < 10; j++)
            s[0].x[i * 10 + j] += s->arr[j];
    #pragma acc serial present(s->scale, s->arr)
    {
        s->scale = scaled(&s->scale, 0, 2);
        bump(&s->arr[3]);
        bump(s->arr);
    }
    #pragma acc parallel loop present(s->x, s->y, s->scale)
    for (int i = 0; i < s->n; i++)
        s->x[i] = scaled(s->x, i, s->scale) + s->y[i];
    double sum = 0;
    #pragma acc parallel loop present(s->y) reduction(+:sum) vector_length(s->n) if(s->n > 3)
    for (int i = s->n - 1; i >= 0; i--)
        sum += s->y[i];
    CHECK(sum == N * (N - 1) / 2);
    #pragma acc update self(s->scale, s->arr[3:1])
    CHECK(s->scale == 4 && s->arr[3] == 68);
    #pragma acc exit data copyout(s->x[0:s->n], s->arr) delete(s->y, s->scale)
    for (int i = 0; i < N; i++)
        CHECK(s->x[i] == (1 + 2.0 * i + i % 10 + 64) * 4 + i);
    CHECK(s->arr[0] == 65 && s->arr[63] == 127);
}

static void around(Body *s)
{
    Body v = *s;
    #pragma acc data copy(v.in.f[0:N], v.in.k) copyin(v.y[:N])
    {
        #pragma acc parallel loop
        for (int i = 0; i < v.n; i++)
            v.in.f[i] += v.y[i] * v.in.k;
        #pragma acc serial
        v.in.k = v.n;
        #pragma acc parallel loop present(v.in.f)
        for (int i = 0; i < N; i++)
            v.in.f[i] += v.in.k;
        #pragma acc kernels
        {
            for (int i = 0; i < 8; i++)
                v.in.f[i] += 1;
            v.in.k += 2;
        }
    }
    CHECK(v.in.k == N + 2);
    for (int i = 0; i < N; i++)
        CHECK(v.in.f[i] == (float)(i + 1.5 * i + N + (i < 8)));
    #pragma acc data copy(v.in)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 8; i++)
            v.in.w[i] = i * (int)v.in.k;
    }
    CHECK(v.in.w[3] == 3 * (N + 2));
    #pragma acc data copyout(v.in.w, v.arr[0:64])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 64; i++) {
            v.arr[i] = -i;
            if (i < 8)
                v.in.w[i] = i;
        }
    }
    CHECK(v.in.w[7] == 7 && v.arr[63] == -63);
}

/* Two pointers may lead to one struct. */
static void same(struct dc *s, struct dc *t)
{
    #pragma acc enter data copyin(s->a, s->b[0:N])
    #pragma acc kernels present(s->a, s->b, t->a, t->b)
    for (int i = 1; i < N; i++) {
        s->b[i] = t->b[i - 1] + t->a;
        s->a += 1;
    }
    #pragma acc serial present(s->a, t->a, s->b)
    {
        s->a = 5;
        s->b[0] = t->a;
        t->a = s->b[0] + s->a;
    }
    #pragma acc exit data copyout(s->a, s->b[0:N])
    int want = 0;
    for (int i = 1; i < N; i++) {
        want += i;
        CHECK(s->b[i] == want);
    }
    CHECK(s->b[0] == 5 && s->a == 10);
}

/* What variables for members would be called is taken. */
static void names(void)
{
    struct dc v = { 3, malloc(N * sizeof(int)) };
    int v_b[N], v_a = 1;
    #pragma acc enter data create(v.b[0:N]) copyin(v.a)
    #pragma acc parallel loop present(v.b, v.a) copyout(v_b)
    for (int i = 0; i < N; i++) {
        int v_b_there = v_a;
        v.b[i] = v.a;
        v_b[i] = v.b[i] + v_b_there;
    }
    #pragma acc exit data delete(v.b[0:N], v.a)
    CHECK(v_b[7] == 4);
    free(v.b);
}

int main(void)
{
    several();
    Body v = { N, 2, malloc(N * 8), malloc(N * 8), { 1.5, malloc(N * 4), { 0 } }, { 0 } };
    for (int i = 0; i < N; i++) {
        v.x[i] = 1;
        v.y[i] = v.in.f[i] = i;
    }
    behind(&v);
    around(&v);
    struct dc one = { 1, calloc(N, sizeof(int)) };
    same(&one, &one);
    names();
    free(v.x);
    free(v.y);
    free(v.in.f);
    free(one.b);
    return CHECKED();
}
