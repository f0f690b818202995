// Members of structs in reduction clauses, as nvc takes them.
// run: -w
// expect: device kernels=13 uploads=23
// expect: multicore host_kernels=13
#include "check.h"
struct inner { int n; double hi; };
struct outer { int k; double sum; struct inner in; double sums[4]; int m; float *tab; };
static double x[1000];
int main(void)
{
    float tab[4] = {0};
    struct outer s = {3, 1.5, {2, -1.0}, {1, 2, 3, 4}, 7, tab}, *p = &s;
    for (int i = 0; i < 1000; i++) x[i] = i % 17;
#pragma acc parallel loop reduction(+:s.sum, s.in.n) reduction(max:p->in.hi)
    for (int i = 0; i < 1000; i++) { s.sum += x[i] * s.k; s.in.n += s.m; p->in.hi = x[i] > p->in.hi ? x[i] : p->in.hi; }
    CHECK(s.sum == 23938.5); CHECK(s.in.n == 7002); CHECK(s.in.hi == 16); CHECK(s.k == 3); CHECK(s.m == 7);
    s.sum = 1;
#pragma acc kernels loop reduction(+:s.sum)
    for (int i = 0; i < 1000; i++) s.sum += x[i];
    CHECK(s.sum == 7980);
#pragma acc serial loop reduction(+:s.sum)
    for (int i = 0; i < 1000; i++) s.sum += x[i];
    CHECK(s.sum == 15959);
    s.sum = 1;
#pragma acc parallel loop gang reduction(+:s.sum)
    for (int i = 0; i < 10; i++)
#pragma acc loop worker reduction(+:s.sum)
    for (int j = 0; j < 10; j++)
#pragma acc loop vector reduction(+:s.sum)
    for (int k = 0; k < 10; k++)
        s.sum += x[i*100+j*10+k];
    CHECK(s.sum == 7980);
    s.sum = 1;
#pragma acc parallel loop collapse(3) reduction(+:p->sum)
    for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
    for (int k = 0; k < 10; k++)
        p->sum += x[i*100+j*10+k];
    CHECK(s.sum == 7980);
    s.sum = 1;
    /* The struct is on the device already. */
#pragma acc data copy(s)
    {
#pragma acc parallel present(s)
        {
#pragma acc loop gang reduction(+:s.sum)
            for (int i = 0; i < 10; i++)
#pragma acc loop vector reduction(+:s.sum)
            for (int j = 0; j < 100; j++)
                s.sum += x[i*100+j];
        }
    }
    CHECK(s.sum == 7980);
    s.sum = 1;
#pragma acc parallel loop reduction(+:s.sums)
    for (int i = 0; i < 1000; i++) s.sums[i % 4] += 1;
    for (int i = 0; i < 4; i++) CHECK(s.sums[i] == 251 + i);
#pragma acc parallel loop reduction(+:s.sums[0:2], s.sums[3])
    for (int i = 0; i < 1000; i++) if (i % 4 != 2) s.sums[i % 4] += 1;
    CHECK(s.sums[0] == 501); CHECK(s.sums[1] == 502); CHECK(s.sums[2] == 253); CHECK(s.sums[3] == 504);
#pragma acc parallel loop reduction(+:p->tab[0:4])
    for (int i = 0; i < 1000; i++) p->tab[i % 4] += 1;
    CHECK(tab[3] == 250);
    s.sum = 0;
#pragma acc parallel loop copyin(s) reduction(+:s.sum)
    for (int i = 0; i < 1000; i++) s.sum += x[i] * s.k;
#pragma acc parallel loop copy(s) reduction(+:s.sum) async(2)
    for (int i = 0; i < 1000; i++) { s.sum += x[i] * s.k; if (i == 999) s.m = 12; }
#pragma acc wait
    CHECK(s.m == 12);
    struct outer a[10] = {0};
#pragma acc parallel loop gang
    for (int i = 0; i < 10; i++) {
#pragma acc loop vector reduction(+:a[i].sum)
        for (int j = 0; j < 100; j++)
            a[i].sum += x[i*100+j];
        a[i].m = i;
    }
    for (int i = 0; i < 10; i++) { double r = 0; for (int j = 0; j < 100; j++) r += x[i*100+j]; CHECK(a[i].sum == r); CHECK(a[i].m == i); }
#pragma acc parallel loop gang
    for (int i = 0; i < 10; i++) {
        struct outer b = {0};
#pragma acc loop vector reduction(+:b.sum)
        for (int j = 0; j < 100; j++)
            b.sum += x[i*100+j];
        a[i].in.hi = b.sum;
    }
    for (int i = 0; i < 10; i++) CHECK(a[i].in.hi == a[i].sum);
    return CHECKED();
}
