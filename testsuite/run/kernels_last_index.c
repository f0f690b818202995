// Index variables of a region's loops that are read behind it: they hold what C leaves in them, on all devices, and the loops run
// in parallel all the same.
// expect: device kernels=11
// expect: multicore host_kernels=7
#include "check.h"

static int level, counted;
static double a[20][30], b[40];

int main(void)
{
    int i, j, k = 77, n = 20, none = 0;
    unsigned char narrow;
    long wide;
    double *p;

#pragma acc kernels
    for (i = 0; i < n; i++)
        for (j = 0; j < 30; j++)
            a[i][j] = i * j;
    CHECK(i == 20 && j == 30);

    /* The last of several loops counts; one without iterations leaves its start. */
#pragma acc kernels
    {
        for (i = 0; i < 20; i++)
            for (j = 3; j < 30; j += 4)
                a[i][j] += 1;
        for (k = 24; k >= 0; k -= 3)
            b[k] = a[3][k];
        for (i = 7; i < none; i++)
            b[i] = 0;
    }
    CHECK(i == 7 && j == 31 && k == -3);

    /* A loop in one that has no iterations leaves its variable alone. */
    j = -5;
#pragma acc kernels
    for (i = 0; i < none; i++)
        for (j = 0; j < 30; j++)
            a[i][j] = 0;
    CHECK(i == 0 && j == -5);

    /* Static, narrow, wide, declared in the head around. */
#pragma acc kernels
    {
        for (level = 0; level != 17; level++)
            b[level] = level;
        for (narrow = 40; narrow > 7; narrow -= 3)
            b[narrow % 40] += 1;
        for (int o = 0; o < 5; o++)
            for (wide = 1; wide <= 29; wide++)
                a[o][wide] = wide;
    }
    CHECK(level == 17 && narrow == 7 && wide == 30);

    /* What the region itself reads, and what the bound makes unknown, keeps the loop in order. */
#pragma acc kernels
    {
        for (i = 0; i < 11; i++)
            b[i] = i;
        b[30] = i;
    }
    CHECK(i == 11 && b[30] == 11);
#pragma acc kernels
    for (i = 0; i < 6; i++)
        for (j = 0; j <= i; j++)
            a[i][j] = j;
    CHECK(i == 6 && j == 6);

    /* A variable that the region declares has no name behind it. */
#pragma acc kernels
    {
        int own;
        for (own = 0; own < 5; own++)
            for (k = 0; k < 30; k++)
                a[own][k] = own;
    }
    CHECK(k == 30 && a[4][29] == 4);

    p = b;
    counted = (int)(p[3] + a[5][4]);
    CHECK(counted == 7);
    return 0;
}
