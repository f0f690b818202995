// Atomic updates of 1, 2, 4 and 8 bytes, signed, unsigned and floating, neighbours of one word at once; members and pointers' targets.
// covers: atomic types
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 300

struct mixed {
    signed char a;
    unsigned char b;
    short c;
    unsigned short d;
    int e;
    unsigned f;
    long long g;
    unsigned long long h;
    float i;
    double j;
};

int main(void)
{
    struct mixed m = {0}, *p = &m;
    unsigned char bytes[8] = {0};
#pragma acc parallel loop gang vector copy(p[0:1], bytes)
    for (int k = 0; k < N; k++) {
#pragma acc atomic
        p->a += 3;
#pragma acc atomic
        p->b += 200;
#pragma acc atomic
        p->c -= 1000;
#pragma acc atomic
        p->d += 60000;
#pragma acc atomic
        p->e -= 1000000;
#pragma acc atomic
        p->f += 4000000000u;
#pragma acc atomic
        p->g -= 1LL << 40;
#pragma acc atomic
        p->h += 1ULL << 63 | 1;
#pragma acc atomic
        p->i += 0.25f;
#pragma acc atomic
        p->j -= 0.125;
#pragma acc atomic
        bytes[k % 8]++;
    }
    struct mixed w = {0};
    for (int k = 0; k < N; k++) {
        w.a = (signed char)(w.a + 3);
        w.b = (unsigned char)(w.b + 200);
        w.c = (short)(w.c - 1000);
        w.d = (unsigned short)(w.d + 60000);
        w.e -= 1000000;
        w.f += 4000000000u;
        w.g -= 1LL << 40;
        w.h += 1ULL << 63 | 1;
        w.i += 0.25f;
        w.j -= 0.125;
    }
    CHECK(m.a == w.a && m.b == w.b && m.c == w.c && m.d == w.d);
    CHECK(m.f == w.f && m.g == w.g && m.h == w.h);
    CHECK(m.i == w.i && m.j == w.j);
    CHECK(m.e == w.e);
    for (int k = 0; k < 8; k++)
        CHECK(bytes[k] == N / 8 + (k < N % 8));
    return CHECKED();
}
