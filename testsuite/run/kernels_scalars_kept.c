// A scalar that a loop of kernels assigns keeps its value: flags set under conditions are shared, and where each
// iteration reads its own the loop runs in order. Static and addressed variables are read by others.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3
// expect: device kernels=19
// expect: multicore host_kernels=17
#include "check.h"
#define N 1000

static int a[N], b[N];
int global;
static int unit;

static int seen(void)
{
    return global + 10 * unit;
}

static void flags(void)
{
    int n = N, stop = 0, copied = 0, sw = 0, anded = 0, inner = 0, jumped = 0, addressed = 0;
    int *p = &addressed;
    static int local;
    struct { int f, g; } s = { 0, 0 };
    double d = 0;
    _Bool truth = 0;
#pragma acc kernels
    {
#pragma acc loop independent
        for (int i = 0; i < n; i++)
            if (a[i] == 10)
                stop = 1;
    }
    CHECK(stop == 1);
#pragma acc kernels copy(copied)
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        if (a[i] == 10)
            copied = 1;
    CHECK(copied == 1);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        if (a[i] == 10)
            addressed = 1;
    CHECK(*p == 1);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        if (a[i] == 10)
            global = 1, unit = 1;
    CHECK(seen() == 11);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        switch (a[i]) {
        case 3: sw = 4; break;
        case N: sw = 3;
        }
    CHECK(sw == 4);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++) {
        if (a[i] == 7 && (anded = 3) != 0)
            b[i] = 1;
        if (a[i] == 9)
            s.f = 4;
        if (a[i] == 9)
            d = 2.5, truth = 1;
    }
    CHECK(anded == 3 && s.f == 4 && s.g == 0 && d == 2.5 && truth);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i] - (N - 2); j++)
            inner = 9;
    CHECK(inner == 9);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++) {
        if (a[i] < 10)
            continue;
        local = 9;
    }
    CHECK(local == 9);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++) {
        if (i % 2)
            goto next;
        if (a[i] == 4)
            jumped = 6;
    next:
        b[i] = 0;
    }
    CHECK(jumped == 6);
}

static void last_values(void)
{
    int n = N, t = 7, u = 7, x = 1, zero = 1, in_expression = 3, own = 5;
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++) {
        t = a[i] * 2;
        b[i] = t + 1;
    }
    CHECK(t == 2 * (N - 1) && b[5] == 11);
#pragma acc kernels
#pragma acc loop independent
    for (int i = 0; i < n; i++)
        if (a[i] % 100 == 3) {
            u = a[i] * 2;
            b[i] = u + 1;
        }
    CHECK(u == 1806 && b[203] == 407);
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] == 4)
            x = a[i];
        b[i] = a[i];
    }
    CHECK(x == 4);
#pragma acc kernels
    for (int i = 5; i < n - N; i++) {
        zero = a[i];
        b[i] = zero;
    }
    CHECK(zero == 1);
#pragma acc kernels
    for (int i = 0; i < n; i++)
        b[i] = a[i] ? ({ in_expression = a[i]; in_expression; }) : 0;
    CHECK(in_expression == N - 1 && b[77] == 77);
    /* A clause's copy is each iteration's own, whatever the name means outside. */
    int sum = 0;
#pragma acc kernels
#pragma acc loop independent private(own)
    for (int i = 0; i < n; i++) {
        own = a[i];
        b[i] = own;
    }
    for (own = 0; own < n; own++)
        sum += b[own];
    CHECK(sum == N * (N - 1) / 2);
}

static void in_the_construct(void)
{
    int n = N, flag = 0, result = 0, gangs = 0, own = 0;
#pragma acc kernels
    {
#pragma acc loop independent
        for (int i = 0; i < n; i++)
            if (a[i] == 55)
                flag = 1;
        if (flag)
            result = 5;
    }
    CHECK(result == 5);
    /* Each gang's own: all of them have iterations, and it starts from 0 again outside. */
#pragma acc parallel num_gangs(3) reduction(+ : gangs)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++)
            if (a[i] >= 0)
                own = 1;
        gangs += own;
    }
    CHECK(gangs >= 1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    flags();
    last_values();
    in_the_construct();
    return CHECKED();
}
