// Functions without a prototype: an empty list isn't a variable number of arguments; K&R definitions.
// run: -O2 -std=gnu17 -Wno-strict-prototypes -Wno-old-style-definition -Wno-deprecated-non-prototype
// expect: device kernels=1
#include "check.h"
enum { N = 257 };

float half();
double mixed();

#pragma acc routine seq
float half()
{
    return 0.5f;
}

#pragma acc routine seq
double mixed(n, x, c, s)
    int n;
    float x;
    char c;
    short s;
{
    return n + x * 2 + c - s;
}

int main(void)
{
    double a[N];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = half() + mixed(i, 1.5f, (char)i, (short)3);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 0.5 + i + 3 + (char)i - 3);
    return CHECKED();
}
