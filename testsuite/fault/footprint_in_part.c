// A part of what a loop uses from end to end is present, and no clause says how much the loop uses.
// message: footprint_in_part.c:14
// message: b (800 bytes
// message: a[0:50] is, since
// message: footprint_in_part.c:11
#include <stdlib.h>

int main(void)
{
    double *a = calloc(100, sizeof *a), *b = a;
    #pragma acc enter data copyin(a[0:50])
    int n = 100;
    /* Each element, whatever the others hold. */
    #pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        b[i] = i;
        if (i % 2)
            b[i] += 1;
    }
    #pragma acc exit data copyout(a[0:50])
    return a[99] != 100;
}
