// A pointer to a struct, which data directives name without a section: the struct is meant.
// run: -O2 -Wno-error=openacc
// expect: device kernels=1 uploads>=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

struct field {
    double *a;
    int n;
};

int main(void)
{
    struct field *p = malloc(sizeof *p);
    p->n = 100;
    p->a = malloc(100 * sizeof(double));
#pragma acc enter data copyin(p) create(p->a[0:100])
#pragma acc parallel loop present(p)
    for (int i = 0; i < 100; i++)
        p->a[i] = 3 + i + p->n;
#pragma acc update self(p->a[0:100])
    for (int i = 0; i < 100; i++)
        CHECK(p->a[i] == 103 + i);
#pragma acc exit data delete(p->a[0:100]) delete(p)
    free(p->a);
    free(p);
    return CHECKED();
}
