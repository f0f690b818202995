// A routine of another file reaches declared variables of its own file and shared ones, in kernels of both files.
// with: parts/declare_routine_files_part.c
// expect: device kernels=4
#include "check.h"

extern int scale;
#pragma acc declare create(scale)
#pragma acc routine seq
int scaled(int x);
int there(int x);

int main(void)
{
    int r[4];
    #pragma acc update device(scale)
    #pragma acc parallel loop copyout(r)
    for (int i = 0; i < 4; i++)
        r[i] = scaled(i);
    for (int i = 0; i < 4; i++)
        CHECK(r[i] == 5 * i + 1 + i % 2);
    CHECK(there(3) == 17);
    #pragma acc serial
    scale = 7;
    #pragma acc parallel loop copyout(r)
    for (int i = 0; i < 4; i++)
        r[i] = scaled(i);
    for (int i = 0; i < 4; i++)
        CHECK(r[i] == 7 * i + 1 + i % 2);
    return CHECKED();
}
