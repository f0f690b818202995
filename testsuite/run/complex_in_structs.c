// complex numbers that only members of structs have, directly, nested, in unions and behind pointers: their definition comes along.
// expect: device kernels=3
#include "check.h"
#include <complex.h>

typedef float complex f_complex;
typedef double complex d_complex;
typedef struct {
    f_complex z;
    int k;
} one;

struct nest {
    one in[3];
    union {
        double complex d;
        double r[2];
    } u;
    struct nest *next;
    enum { RED, BLUE } color : 3;
    unsigned bits : 5;
};

typedef struct {
    d_complex c0[64], c1[64];
} pair;

struct only_size {
    double complex q[5];
};

struct other {
    float complex a;
    int b;
};

#pragma acc routine seq
static int colors(const struct nest *p)
{
    return p->color == BLUE ? (int)p->bits : 0;
}

static void sum(pair *out, const pair *in, double factor)
{
    #pragma acc kernels present(out, in)
    #pragma acc loop independent
    for (int i = 0; i < 64; i++) {
        out->c0[i] = factor * in->c0[i] + in->c1[i];
        out->c1[i] = in->c1[i];
    }
}

int main(void)
{
    static struct nest b[20];
    static pair p, q;
    int sizes[20], c[20];
    double re[20];
    for (int i = 0; i < 20; i++) {
        b[i].in[1].k = i;
        b[i].u.r[0] = i;
        b[i].color = i % 2 ? BLUE : RED;
        b[i].bits = i;
    }
    #pragma acc parallel loop copyin(b) copyout(sizes, c)
    for (int i = 0; i < 20; i++) {
        c[i] = b[i].in[1].k + colors(&b[i]);
        sizes[i] = sizeof(struct only_size) + sizeof(((struct other *)0)->b) - 4;
    }
    #pragma acc parallel loop copyin(b) copyout(re)
    for (int i = 0; i < 20; i++) {
        struct nest t = b[i];
        t.in[2] = t.in[1];
        re[i] = t.u.r[0] + t.in[2].k;
    }
    for (int i = 0; i < 20; i++)
        CHECK(c[i] == i + (i % 2 ? i : 0) && sizes[i] == 80 && re[i] == 2 * i);

    q.c0[3] = 1 + 2 * I;
    q.c1[3] = 1;
    #pragma acc data copyout(p) copyin(q)
    sum(&p, &q, 2);
    CHECK(p.c0[3] == 3 + 4 * I && p.c1[3] == 1);
    return CHECKED();
}
