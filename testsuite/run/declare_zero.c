// Declared with create and the modifier zero: memory that starts as zeros on the device, whatever the host has.
// covers: declare zero
// expect: device kernels=3 uploads=2 upload_bytes=12
#include "check.h"
#include "device.h"

static int table[50000] = {7, 7, 7};
#pragma acc declare create(zero: table)

static int local(void)
{
    int own[100], sum = 0;
    #pragma acc declare create(zero: own)
    for (int i = 0; i < 100; i++)
        own[i] = 1;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 100; i++)
        sum += own[i];
    return sum;
}

int main(void)
{
    long sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 50000; i++)
        sum += table[i];
    CHECK(sum == (discrete() ? 0 : 21));
    CHECK(local() == (discrete() ? 0 : 100));
    #pragma acc parallel loop present(table)
    for (int i = 0; i < 50000; i++)
        table[i]++;
    #pragma acc update self(table[0:4])
    CHECK(table[0] == (discrete() ? 1 : 8) && table[3] == 1);
    return CHECKED();
}
