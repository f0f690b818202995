// Routines of other files, by their overloads; one that a C file has; constructs in inline functions of a header.
// with: files_other.cc parts/files_third.c
// expect: device kernels=4
#include "../run/check.h"
#include "files.h"

int main()
{
    double a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 100; i++)
        a[i] = phys::twice(a[i]) + over(a[i]) + over(i) + third(i);
    shared_add(a, 100, 1);
    other(a, 100);
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == 2 * i + i + 1 + i * 10 + i % 3 + 1 + 2 + 1);
    return CHECKED();
}
