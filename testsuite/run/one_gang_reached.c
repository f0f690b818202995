// Sums in an element that the same loop also reaches in another way: in the one iteration that it has, by another sum, or not at
// all. Devices sum up in a scalar only where nothing else does.
// run: -O2 --acc-transform=false
// expect: device kernels=4
#include "check.h"
#define N 400

static int a[N], b[N], want[N];
static double d[N], e[N];

static void fill(int *to)
{
    for (int i = 0; i < N; i++) {
        to[i] = i % 7 + 1;
        b[i] = i % 5;
    }
}

static int same(void)
{
    for (int i = 0; i < N; i++)
        if (a[i] != want[i])
            return 0;
    return 1;
}

int main(void)
{
    fill(a);
    fill(want);
#pragma acc kernels
    for (int i = 0; i < 60; i++)
        for (int j = 0; j <= i; j++) {
            a[i] += 1;
            a[i] += a[2 * i + j];
        }
    for (int i = 0; i < 60; i++)
        for (int j = 0; j <= i; j++) {
            want[i] += 1;
            want[i] += want[2 * i + j];
        }
    CHECK(same());

    fill(a);
    fill(want);
#pragma acc kernels
    for (int i = 1; i < 60; i++) {
        b[0] = a[i - 1];
        for (int j = 0; j <= 50; j++) {
            a[i] += b[j + 1];
            a[i + j] += 2;
        }
    }
    for (int i = 1; i < 60; i++)
        for (int j = 0; j <= 50; j++) {
            want[i] += b[j + 1];
            want[i + j] += 2;
        }
    CHECK(same());

    fill(a);
    fill(want);
#pragma acc kernels
    for (int i = 1; i < 60; i++) {
        b[0] = a[i - 1];
        for (int j = 0; j <= 50; j++) {
            a[i] += b[j + 1];
            a[i + j + 1] += 2;
        }
    }
    for (int i = 1; i < 60; i++)
        for (int j = 0; j <= 50; j++) {
            want[i] += b[j + 1];
            want[i + j + 1] += 2;
        }
    CHECK(same());

    for (int i = 0; i < N; i++)
        d[i] = e[i] = i % 9;
#pragma acc kernels
    for (int i = 1; i < 60; i++) {
        b[0] = d[i - 1];
        for (int j = 0; j <= 50; j++) {
            d[i] += b[j + 1];
            d[i + j] += 0.5;
        }
    }
    for (int i = 1; i < 60; i++)
        for (int j = 0; j <= 50; j++) {
            e[i] += b[j + 1];
            e[i + j] += 0.5;
        }
    for (int i = 0; i < N; i++)
        CHECK(d[i] == e[i]);
    return CHECKED();
}
