// Reductions of members that each iteration of a loop around finds for itself, of structs of the construct's own, and beside other uses of the struct.
// run: -w
// expect: device kernels=10 uploads=11
// expect: multicore host_kernels=10
#include "check.h"
struct u { int k; int n; double d; int a[4]; };
int main(void)
{
    struct u p[8] = {{0}};
#pragma acc parallel num_gangs(4) copy(p)
    for (int i = 0; i < 8; i++) {
#pragma acc loop gang reduction(+:p[i].n)
        for (int j = 0; j < 100; j++)
            p[i].n++;
    }
    for (int i = 0; i < 8; i++) CHECK(p[i].n == 100);
    for (int i = 0; i < 8; i++) p[i].n = 0;
#pragma acc parallel num_gangs(4) copy(p)
    for (int i = 0; i < 8; i++) {
#pragma acc loop reduction(+:p[i].n)
        for (int j = 0; j < 100; j++)
            p[i].n++;
    }
    for (int i = 0; i < 8; i++) CHECK(p[i].n == 100);
    for (int i = 0; i < 8; i++) p[i].n = 0;
#pragma acc kernels copy(p)
    for (int i = 0; i < 8; i++) {
#pragma acc loop reduction(+:p[i].n)
        for (int j = 0; j < 100; j++)
            p[i].n++;
    }
    for (int i = 0; i < 8; i++) CHECK(p[i].n == 100);
    for (int i = 0; i < 8; i++) p[i].n = 0;
#pragma acc kernels copy(p)
    {
#pragma acc loop independent
    for (int i = 0; i < 8; i++) {
        p[i].d = 0;
#pragma acc loop reduction(+:p[i].n, p[i].a[0:4])
        for (int j = 0; j < 100; j++)
            p[i].n++, p[i].a[j % 4]++;
        p[i].d = p[i].n;
    }
    }
    for (int i = 0; i < 8; i++) CHECK(p[i].n == 100);
    for (int i = 0; i < 8; i++) CHECK(p[i].d == 100);
    for (int i = 0; i < 8; i++) CHECK(p[i].a[3] == 25);
    for (int i = 0; i < 8; i++) p[i].n = 0;
    struct u s = {0};
#pragma acc parallel loop gang
    for (int i = 0; i < 10; i++)
#pragma acc loop vector reduction(+:s.n)
        for (int j = 0; j < 10; j++)
            s.n++;
    CHECK(s.n == 100);
#pragma acc parallel loop gang worker
    for (int i = 0; i < 8; i++)
#pragma acc loop seq reduction(+:p[i].n)
        for (int j = 0; j < 10; j++)
            p[i].n++;
    CHECK(p[7].n == 10);
    s.n = 0;
#pragma acc parallel loop gang copy(p) copyin(s)
    for (int i = 0; i < 8; i++) {
        p[i].n = 0;
#pragma acc loop vector collapse(2) reduction(+:p[i].n)
        for (int j = 0; j < 10; j++)
        for (int k = 0; k < 10; k++)
            p[i].n += j == k && s.n == 0;
#pragma acc loop seq unroll(4) 
        for (int m = 0; m < 5; m++) {
#pragma acc loop vector reduction(+:p[i].a[m & 3])
        for (int k = 0; k < 10; k++)
            p[i].a[m & 3] += k;
        }
    }
    CHECK(p[3].n == 10); CHECK(p[3].a[0] == 115);CHECK(p[3].a[1] == 70);
#pragma acc serial copy(p)
    for (int i = 0; i < 8; i++) {
#pragma acc loop reduction(+:p[i].n)
        for (int j = 0; j < 100; j++)
            p[i].n++;
    }
    CHECK(p[3].n == 110);
    /* other uses of the whole struct, and of its address */
    struct u t = {0}, o[3];
#pragma acc parallel copy(t) copyout(o) num_gangs(1)
    {
#pragma acc loop vector reduction(+:t.n)
        for (int j = 0; j < 100; j++)
            t.n += j;
        o[0] = t;
        struct u *q = &t;
        o[1].n = q->n;
    }
    CHECK(t.n == 4950); CHECK(o[0].n == 4950); CHECK(o[1].n == 4950);
    t.n = 0;
#pragma acc parallel loop gang reduction(+:t.n) if(t.n == 0) num_gangs(t.k + 3)
    for (int i = 0; i < 8; i++) t.n += sizeof(t.n) + t.k;
    CHECK(t.n == 32);
    return CHECKED();
}
