// exit data copyout of what is not there is no error by the standard; present after it is.
// message: exit_absent.c:11
// message: not present
#include <stdlib.h>

int main(void)
{
    int *a = calloc(10, sizeof *a);
    #pragma acc enter data copyin(a[0:10])
    #pragma acc exit data delete(a[0:10])
    #pragma acc parallel loop present(a[0:10])
    for (int i = 0; i < 10; i++)
        a[i] = i;
    return 0;
}
