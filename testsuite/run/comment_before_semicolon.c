// Comments between a statement and its semicolon, which the preprocessor keeps for some warnings.
// run: -O2 -Wextra -Wimplicit-fallthrough
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"

int main(void)
{
    int a[9] = { 0 }, b[9] = { 0 }, s = 0;
#pragma acc parallel loop
    for (int i = 0; i < 9; i++)
        a[i] = i / 2 // half
            ;
#pragma acc parallel loop
    for (int i = 0; i < 9; i++)
        if (i % 2)
            b[i] = a[i] /* as it
                           is; */ ; // the rest
        else
            b[i] = -a[i] /**/ /* ; */
                ;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 9; i++)
        s += b[i] // ; {
        ;
    for (int i = 0; i < 9; i++)
        CHECK(a[i] == i / 2 && b[i] == (i % 2 ? i / 2 : -(i / 2)));
    CHECK(s == -4);
    return CHECKED();
}
