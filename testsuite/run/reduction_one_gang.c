// A construct's reduction works on a copy that starts with the operator's identity (2.5.15), also where
// one gang carries it out: on serial, on serial loop, on a parallel construct of one gang; an array, a struct.
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"

struct pair {
    int a;
    double b[2];
};

int main(void)
{
    int d = 3;
    #pragma acc serial reduction(+:d)
    for (int x = 0; x < 4; x++)
        d += d;
    CHECK(d == 3);
    d += 2;
    #pragma acc serial loop reduction(*:d)
    for (int x = 0; x < 4; x++)
        d += d;
    CHECK(d == 5 * 16);
    int m = 7;
    #pragma acc parallel num_gangs(1) reduction(max:m)
    {
        if (m < 0)
            m = 100;
    }
    CHECK(m == 100);
    long v[3] = {1, 2, 3};
    #pragma acc serial reduction(+:v)
    for (int i = 0; i < 3; i++)
        v[i] += v[i] + i;
    CHECK(v[0] == 1 && v[1] == 3 && v[2] == 5);
    struct pair p = {4, {0.5, 1.5}};
    #pragma acc serial reduction(+:p)
    {
        p.a += p.a + 1;
        p.b[1] += p.b[1] + 2;
    }
    CHECK(p.a == 5 && p.b[0] == 0.5 && p.b[1] == 3.5);
    return CHECKED();
}
