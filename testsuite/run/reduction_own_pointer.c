// Gangs reduce what pointers of their own lead to, which is memory of all of them: in constructs' variables, private ones, firstprivate ones, and
// members found in each iteration; with blocks of one thread and of many; all operators, and types of 1 to 8 bytes.
// run: -w
// expect: device kernels=8
#include "check.h"
#include <stddef.h>

struct cell {
    short n;
    signed char m;
    double d;
    float f;
    unsigned long bits;
};

struct pair {
    int a;
    float b;
};

int main(void)
{
    int q[8] = {0}, *from = q;
#pragma acc parallel num_gangs(4) copy(q)
    for (int i = 0; i < 8; i++) {
        int *r = &q[i];
#pragma acc loop gang reduction(+ : r[0:1])
        for (int j = 0; j < 100; j++)
            r[0]++;
    }
    for (int i = 0; i < 8; i++)
        CHECK(q[i] == 100);
#pragma acc parallel num_gangs(4) vector_length(64) copy(q)
    for (int i = 0; i < 4; i++) {
        int *r = &q[2 * i];
#pragma acc loop gang vector reduction(+ : r[0:2])
        for (int j = 0; j < 1001; j++)
            r[j % 2] += j;
    }
    for (int i = 0; i < 8; i++)
        CHECK(q[i] == 100 + (i % 2 ? 250000 : 250500));
#pragma acc data copy(q)
#pragma acc host_data use_device(q)
    {
        int *p = q, *r;
#pragma acc parallel num_gangs(3) firstprivate(p)
        {
#pragma acc loop gang vector reduction(max : p[0:3])
            for (int j = 0; j < 600; j++)
                p[j % 3] = p[j % 3] > 1000000 + j ? p[j % 3] : 1000000 + j;
        }
#pragma acc parallel num_gangs(4) private(r) firstprivate(p)
        {
            r = p + 3;
#pragma acc loop gang vector reduction(^ : r[0:2])
            for (int j = 0; j < 256; j++)
                r[j & 1] ^= j;
        }
    }
    CHECK(q[0] == 1000597 && q[1] == 1000598 && q[2] == 1000599);
    CHECK(q[3] == 250100 && q[4] == 250600);
    struct cell c[4];
    for (int i = 0; i < 4; i++)
        c[i] = (struct cell){1, 1, 1, 1000, ~0ul};
#pragma acc parallel num_gangs(4) copy(c)
    for (int i = 0; i < 4; i++) {
        short *n = &c[i].n;
        signed char *m = &c[i].m;
#pragma acc loop gang reduction(+ : n[0:1]) reduction(max : m[0:1])
        for (int j = 0; j < 100; j++) {
            n[0] += j;
            m[0] = m[0] > j ? m[0] : j;
        }
    }
#pragma acc parallel num_gangs(4) vector_length(32) copy(c)
    for (int i = 0; i < 4; i++) {
        double *d = &c[i].d;
        float *f = &c[i].f;
        unsigned long *bits = &c[i].bits;
#pragma acc loop gang vector reduction(* : d[0:1]) reduction(min : f[0:1]) reduction(& : bits[0:1])
        for (int j = 0; j < 300; j++) {
            d[0] *= j % 100 == 7 ? 2 : 1;
            f[0] = f[0] < 300 - j ? f[0] : 300 - j;
            bits[0] &= ~(1ul << j % 33);
        }
    }
    for (int i = 0; i < 4; i++) {
        CHECK(c[i].n == 4951 && c[i].m == 99);
        CHECK(c[i].d == 8 && c[i].f == 1 && c[i].bits == ~0ul << 33);
    }
    /* Structs, their elements one by one. */
    struct pair s[3] = {{1, 2}, {1, 2}, {1, 2}};
#pragma acc parallel num_gangs(4) vector_length(32) copy(s)
    for (int i = 0; i < 3; i++) {
        struct pair *r = &s[i];
#pragma acc loop gang vector reduction(+ : r[0:1])
        for (int j = 0; j < 500; j++)
            r[0].a += j, r[0].b += 1;
    }
    for (int i = 0; i < 3; i++)
        CHECK(s[i].a == 124751 && s[i].b == 502);
    /* What is each gang's own stays so. */
    int sums[4] = {0};
#pragma acc parallel num_gangs(4) copy(sums)
    {
#pragma acc loop gang
        for (int i = 0; i < 4; i++) {
            int own[2] = {i, 0}, *r = own;
#pragma acc loop vector reduction(+ : r[0:2])
            for (int j = 0; j < 10; j++)
                r[j & 1] += j;
            sums[i] = own[0] * 100 + own[1];
        }
    }
    for (int i = 0; i < 4; i++)
        CHECK(sums[i] == (20 + i) * 100 + 25);
    return CHECKED();
}
