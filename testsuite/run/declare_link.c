// declare link: memory on the device comes and goes with the program's own clauses, and routines
// follow it; parts of an array too.
// expect: device kernels=6 uploads=7
#include "check.h"
#include "device.h"

#define N 1000
static double big[N];
#pragma acc declare link(big)
int scale = 2;
#pragma acc declare link(scale)

#pragma acc routine seq
static double twice(int i)
{
    return scale * big[i];
}

int main(void)
{
    double out[10];
    for (int i = 0; i < N; i++)
        big[i] = i;
    CHECK(!discrete() || !on_device(big, sizeof big));

    for (int round = 0; round < 2; round++) {
        #pragma acc enter data copyin(big, scale)
        #pragma acc parallel loop copyout(out)
        for (int i = 0; i < 10; i++)
            out[i] = twice(i * 100);
        for (int i = 0; i < 10; i++)
            CHECK(out[i] == scale * (i * 100.0 + round));
        #pragma acc parallel loop present(big)
        for (int i = 0; i < N; i++)
            big[i] += 1;
        #pragma acc exit data copyout(big) delete(scale)
        scale++;
    }
    CHECK(big[0] == 2 && big[N - 1] == N + 1);

    /* A part of it. */
    #pragma acc data copy(big[500:10]) copyin(scale)
    {
        #pragma acc parallel loop present(big[500:10]) copyout(out)
        for (int i = 0; i < 10; i++) {
            big[500 + i] = i;
            out[i] = big[500 + i];
        }
        CHECK(out[9] == 9);
    }
    CHECK(big[505] == 5 && big[499] == 501);

    /* No clause at all: as any aggregate. */
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        big[i] = -i;
    CHECK(big[7] == -7);
    return CHECKED();
}
