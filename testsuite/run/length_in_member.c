// Sections whose lengths stand in members of structs, and behind pointers in these.
// run: -w
// expect: device kernels=21 uploads=21
// expect: multicore host_kernels=21
#include "check.h"
struct vec { float *data; int *size; int n; long m[2]; };
struct box { struct vec v; struct vec *w; };
static void f(struct vec *p, struct vec s, struct box *b, struct vec *all, int k)
{
#pragma acc parallel loop copy(p->data[0:p->n])
    for (int i = 0; i < p->n; i++) p->data[i] += 1;
#pragma acc parallel loop copy(p->data[0:p->size[0]])
    for (int i = 0; i < 4; i++) p->data[i] += 1;
#pragma acc kernels copy(s.data[0:s.n])
    for (int i = 0; i < s.n; i++) s.data[i] += 1;
#pragma acc kernels loop copy(b->v.data[0:b->v.n])
    for (int i = 0; i < b->v.n; i++) b->v.data[i] += 1;
#pragma acc kernels loop copy(b->w->data[0:b->w->n])
    for (int i = 0; i < b->w->n; i++) b->w->data[i] += 1;
#pragma acc serial loop copy(all[k].data[0:all[k].n])
    for (int i = 0; i < all[k].n; i++) all[k].data[i] += 1;
    float *d = p->data;
    long s_m = s.m[1];
#pragma acc parallel loop copy(d[0:p->n])
    for (int i = 0; i < p->n; i++) d[i] += 1;
#pragma acc parallel loop copy(d[0:p->size[0]])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop copy(d[0:b->w->size[0]])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop copy(d[0:s.m[1]])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc data copy(p->data[0:p->n])
    {
#pragma acc parallel loop present(p->data[0:p->n])
    for (int i = 0; i < p->n; i++) p->data[i] += 1;
#pragma acc parallel loop present(p->data)
    for (int i = 0; i < p->n; i++) p->data[i] += 1;
#pragma acc update host(p->data[0:p->n])
    }
#pragma acc enter data copyin(p[0:1], p->data[0:p->n])
#pragma acc parallel loop present(p)
    for (int i = 0; i < p->n; i++) p->data[i] += 1;
#pragma acc update self(p->data[0:p->n])
#pragma acc exit data delete(p->data[0:p->n], p[0:1])
#pragma acc parallel loop reduction(+:d[0:p->n])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop reduction(+:d[0:p->size[0]])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop reduction(+:d[0:b->w->size[0]])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop gang
    for (int j = 0; j < 1; j++)
#pragma acc loop vector reduction(+:d[0:s_m])
    for (int i = 0; i < 4; i++) d[i] += 1;
#pragma acc parallel loop reduction(+:p->data[0:p->n])
    for (int i = 0; i < 4; i++) p->data[i] += 1;
    float t[4] = {0};
#pragma acc parallel loop private(d[0:p->n])
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            d[j] = i;
        t[i] = d[3];
    }
    CHECK(t[3] == 3);
#pragma acc parallel loop async private(d[0:b->w->n]) copy(t)
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            d[j] = i;
        t[i] += d[2];
    }
#pragma acc wait
    CHECK(t[3] == 6);
#pragma acc parallel loop firstprivate(d[0:p->size[0]])
    for (int i = 0; i < 4; i++) { t[i] = d[3]; }
    CHECK(t[3] == 18);
    CHECK(d[3] == 18);
}
int main(void)
{
    float a[4] = {0}; int size[1] = {4};
    struct vec v = {a, size, 4, {0, 4}};
    struct box b = {v, &v};
    f(&v, v, &b, &v, 0);
    for (int i = 0; i < 4; i++) CHECK(a[i] == 18);
    return CHECKED();
}
