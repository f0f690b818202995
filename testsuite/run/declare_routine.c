// Routines reach the program's variables on the device: scalars, arrays, structs, pointers, pointers
// from the host; what the host changes without an update, they don't see.
// expect: device kernels=9
#include "check.h"
#include "device.h"
#include <stdlib.h>

int steps = 7;
#pragma acc declare copyin(steps)
static long totals[2][3];
#pragma acc declare create(totals)
static struct state {
    int x;
    double y[4];
} state;
#pragma acc declare device_resident(state)
double *field;
#pragma acc declare create(field)
int *raw;
#pragma acc declare deviceptr(raw)
static const int primes[5] = {2, 3, 5, 7, 11};
#pragma acc declare copyin(primes)
static const char *const words = "abc";

#pragma acc routine seq
static long add(int i)
{
    totals[i % 2][i % 3] = i;
    return steps * totals[i % 2][i % 3] + primes[i % 5];
}

#pragma acc routine seq
static void fill(int i)
{
    state.y[i] = i * 0.25;
}

#pragma acc routine seq
static double get(int i)
{
    double *at = field + 1;
    return at[i - 1] + state.y[i] + state.x;
}

#pragma acc routine seq
static int *behind(int i)
{
    return &raw[i];
}

int main(void)
{
    long seen[6];
    int apart = discrete();
    (void)words;
    #pragma acc parallel loop copyout(seen)
    for (int i = 0; i < 6; i++)
        seen[i] = add(i);
    for (int i = 0; i < 6; i++)
        CHECK(seen[i] == 7 * i + primes[i % 5]);
    #pragma acc update self(totals)
    for (int i = 0; i < 6; i++)
        CHECK(totals[i % 2][i % 3] == i);

    /* The device's copy is its own. */
    steps = 100;
    #pragma acc parallel loop copyout(seen)
    for (int i = 0; i < 6; i++)
        seen[i] = add(i);
    CHECK(seen[1] == (apart ? 7 : 100) + 3);
    #pragma acc update device(steps)
    #pragma acc parallel loop copyout(seen)
    for (int i = 0; i < 6; i++)
        seen[i] = add(i);
    CHECK(seen[2] == 205);

    /* A pointer, attached; twice, to different memory. */
    #pragma acc parallel loop
    for (int i = 0; i < 4; i++)
        fill(i);
    #pragma acc serial
    state.x = 5;
    for (int round = 0; round < 2; round++) {
        double out[4];
        field = malloc((4 + round) * sizeof *field);
        for (int i = 0; i < 4; i++)
            field[i] = 10 * round + i;
        #pragma acc enter data copyin(field[0:4])
        #pragma acc parallel loop copyout(out)
        for (int i = 0; i < 4; i++)
            out[i] = get(i);
        for (int i = 0; i < 4; i++)
            CHECK(out[i] == 10 * round + i + i * 0.25 + 5);
        #pragma acc exit data delete(field[0:4])
        free(field);
    }

    /* A pointer with an address of the device, changed between launches. */
    int *blocks[2], sum = 0;
    for (int round = 0; round < 2; round++) {
        raw = blocks[round] = device_malloc(8 * sizeof *raw);
        #pragma acc parallel loop reduction(+:sum)
        for (int i = 0; i < 8; i++) {
            *behind(i) = i + round;
            sum += raw[i];
        }
    }
    CHECK(sum == 28 + 36);
    device_free(blocks[0]);
    device_free(blocks[1]);
    return CHECKED();
}
