// Member arrays of a struct, or sections of them, are mapped without the rest of it: constructs that use nothing else of
// it use that.
// expect: device kernels=5 uploads=3 downloads=3
// expect: multicore host_kernels=5
#include "check.h"
struct inner { int k; double arr[100]; };
struct outer { int n; struct inner in; int m; } v;

int main(void)
{
#pragma acc enter data copyin(v.in.arr)
#pragma acc parallel loop present(v.in.arr)
    for (int i = 0; i < 100; i++)
        v.in.arr[i] = i;
#pragma acc parallel loop
    for (int i = 0; i < 100; i++)
        v.in.arr[i] += 1;
#pragma acc exit data copyout(v.in.arr)
    struct inner w = { 0, { 1 } };
#pragma acc data copy(w.arr)
    {
#pragma acc parallel loop
        for (int i = 0; i < 100; i++)
            w.arr[i] = i + 1;
#pragma acc serial
        w.arr[0] += w.arr[5];
    }
#pragma acc data copy(w.arr[10:50])
    {
#pragma acc parallel loop
        for (int i = 10; i < 60; i++)
            w.arr[i] *= 2;
    }
    CHECK(w.arr[9] == 10 && w.arr[10] == 22 && w.arr[59] == 120 && w.arr[60] == 61);
    for (int i = 0; i < 100; i++)
        CHECK(v.in.arr[i] == i + 1);
    CHECK(w.arr[0] == 7 && w.arr[99] == 100);
    return CHECKED();
}
