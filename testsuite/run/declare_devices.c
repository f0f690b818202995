// Each device has its own copy of a declared variable, and routines reach that of the device they run on;
// a device that was shut down starts over with the value from the program's start.
// env: ACC_NUM_SIM_DEVICES=2
// devices: sim
// expect: sim kernels=15
// openmp: it is about several devices
#include "check.h"
#include "device.h"

static int counter = 5;
#pragma acc declare copyin(counter)
float table[100];
#pragma acc declare create(table)
static int big[50];
#pragma acc declare link(big)

#pragma acc routine seq
static int bump(int by)
{
    counter += by;
    return counter;
}

#pragma acc routine seq
static float at(int i)
{
    return table[i] + (float)big[i];
}

static int bumped(int device, int by)
{
    int seen = 0;
    #pragma acc set device_num(device)
    #pragma acc serial copyout(seen)
    seen = bump(by);
    return seen;
}

static float sum(int device)
{
    float total = 0;
    #pragma acc set device_num(device)
    #pragma acc parallel loop reduction(+ : total)
    for (int i = 0; i < 50; i++)
        total += at(i);
    return total;
}

int main(void)
{
    CHECK(bumped(0, 1) == 6);
    CHECK(bumped(1, 10) == 15);
    CHECK(bumped(0, 1) == 7);
    CHECK(bumped(1, 10) == 25);
    CHECK(bumped(1, 10) == 35 && bumped(0, 1) == 8);

    /* The host's copy is the program's own; update moves it from and to one device. */
    CHECK(counter == 5);
    #pragma acc set device_num(1)
    #pragma acc update self(counter)
    CHECK(counter == 35);
    #pragma acc set device_num(0)
    #pragma acc update device(counter)
    CHECK(bumped(0, 1) == 36 && bumped(1, 0) == 35);

    for (int d = 0; d < 2; d++) {
        for (int i = 0; i < 100; i++)
            table[i] = (float)(d + 1);
        for (int i = 0; i < 50; i++)
            big[i] = 10 * d;
        #pragma acc set device_num(d)
        #pragma acc update device(table)
        #pragma acc enter data copyin(big)
    }
    CHECK(sum(0) == 50 && sum(1) == 600 && sum(0) == 50);
    #pragma acc set device_num(1)
    #pragma acc exit data delete(big)

    counter = -1; /* not what copyin takes: that is the value at the program's start */
    #pragma acc shutdown device_num(1)
    CHECK(bumped(1, 10) == 15);
    CHECK(bumped(0, 0) == 36);
    #pragma acc shutdown
    CHECK(bumped(0, 1) == 6 && bumped(1, 1) == 6);
    return CHECKED();
}
