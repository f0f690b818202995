// A pointer whose data is on the device already needs no clause: its region is found in the present table.
// expect: device kernels=2 uploads=1 downloads=1
#include "check.h"
#include <stdlib.h>
#define N 600

static void twice(float *x, int n)
{
    #pragma acc parallel loop default(present)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

int main(void)
{
    float *x = malloc(N * sizeof *x);
    if (!x)
        return 2;
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    #pragma acc data copy(x[0:N])
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            x[i] += 1;
        twice(x, N);
    }
    for (int i = 0; i < N; i++)
        CHECK(x[i] == 2 * ((float)i + 1));
    free(x);
    return CHECKED();
}
