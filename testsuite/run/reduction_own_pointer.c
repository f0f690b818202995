// Gangs reduce what pointers of their own lead to, which is memory of all of them: in constructs' variables, private ones, firstprivate ones, and
// members found in each iteration; with blocks of one thread and of many; all operators, and types of 1 to 8 bytes. Then sections of arrays
// whose other elements the construct uses besides.
// run: -w
// expect: device kernels=14
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

/* Pointers of the host's that each gang has for itself, and moves. */
static void moves(void)
{
    int q[16] = {0};
#pragma acc data copy(q)
#pragma acc host_data use_device(q)
    {
        int *p = q, *all = q, *r;
#pragma acc parallel num_gangs(4) firstprivate(p)
        {
            p += 3;
#pragma acc loop gang reduction(+ : p[0:2])
            for (int j = 0; j < 10000; j++)
                p[j & 1]++;
            p += 3;
#pragma acc loop gang vector reduction(+ : p[0:2])
            for (int j = 0; j < 10000; j++)
                p[j & 1]++;
        }
#pragma acc parallel num_gangs(4) private(r) deviceptr(all)
        {
            r = all + 12;
#pragma acc loop gang reduction(+ : r[0:1])
            for (int j = 0; j < 10000; j++)
                r[0]++;
#pragma acc loop gang
            for (int j = 8; j < 10; j++)
                all[j] = j;
        }
    }
    for (int j = 0; j < 16; j++) {
        int half = j == 3 || j == 4 || j == 6 || j == 7;
        CHECK(q[j] == (half ? 5000 : j == 8 || j == 9 ? j : j == 12 ? 10000 : 0));
    }
}

static void sections(void)
{
    int q[16] = {0}, *p = q, m[4][8] = {{0}};
    double d[12] = {0};
#pragma acc parallel num_gangs(4) copy(p[0:16])
    {
#pragma acc loop gang reduction(+ : p[0:2])
        for (int j = 0; j < 10000; j++)
            p[j & 1]++;
#pragma acc loop gang
        for (int j = 8; j < 16; j++)
            p[j] = j;
    }
    for (int j = 0; j < 16; j++)
        CHECK(q[j] == (j < 2 ? 5000 : j < 8 ? 0 : j));
#pragma acc parallel num_gangs(4) vector_length(64) copy(q)
    {
#pragma acc loop gang vector reduction(^ : q[2:3])
        for (int j = 0; j < 9001; j++)
            q[2 + j % 3] ^= j;
#pragma acc loop gang vector
        for (int j = 8; j < 16; j++)
            q[j] += j;
    }
    int sums[3] = {0};
    for (int j = 0; j < 9001; j++)
        sums[j % 3] ^= j;
    for (int j = 2; j < 16; j++)
        CHECK(q[j] == (j < 5 ? sums[j - 2] : j < 8 ? 0 : 2 * j));
#pragma acc parallel num_gangs(4) vector_length(64) copy(m)
    {
#pragma acc loop gang
        for (int j = 0; j < 8; j++)
            m[3][j] = j;
#pragma acc loop gang worker reduction(max : m[1:1][2:3])
        for (int j = 0; j < 90; j++) {
#pragma acc loop vector reduction(max : m[1:1][2:3])
            for (int k = 0; k < 90; k++)
                m[1][2 + k % 3] = m[1][2 + k % 3] > j * k ? m[1][2 + k % 3] : j * k;
        }
    }
    for (int j = 0; j < 8; j++)
        CHECK(m[3][j] == j && m[1][j] == (j < 2 || j > 4 ? 0 : 89 * (85 + j)));
#pragma acc parallel num_gangs(4) copy(d)
    {
#pragma acc loop gang
        for (int j = 11; j < 12; j++)
            d[j] = 7;
#pragma acc loop gang reduction(+ : d[0:3])
        for (int j = 0; j < 9000; j++)
            d[j % 3] += j;
    }
    for (int j = 0; j < 12; j++)
        CHECK(d[j] == (j < 3 ? 3000 * 1499.5 * 3 + 3000 * j : j == 11 ? 7 : 0));
}

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
            for (int j = 0; j < 2001; j++)
                r[j & 1] ^= 3 * j;
        }
    }
    CHECK(q[0] == 1000597 && q[1] == 1000598 && q[2] == 1000599);
    int bits[2] = {250100, 250600};
    for (int j = 0; j < 2001; j++)
        bits[j & 1] ^= 3 * j;
    CHECK(q[3] == bits[0] && q[4] == bits[1]);
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
    moves();
    sections();
    return CHECKED();
}
