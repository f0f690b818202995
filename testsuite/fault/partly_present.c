// A larger section than the one that is there: both ranges and the line that made the first.
// message: partly_present.c:12
// message: a[0:1024] is, since
// message: :10
#include <stdlib.h>

int main(void)
{
    float *a = calloc(4096, sizeof *a);
    #pragma acc data copyin(a[0:1024])
    {
        #pragma acc parallel loop copy(a[0:4096])
        for (int i = 0; i < 4096; i++)
            a[i] = 1;
    }
    return 0;
}
