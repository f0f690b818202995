// present of what nobody put there: the message names the variable, the place and what to do.
// message: absent.c:13
// message: a[0:n]
// message: not present
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100, *a = calloc((size_t)n, sizeof *a);
    printf("before\n");
    fflush(stdout);
    #pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
    printf("%d\n", a[5]);
    return 0;
}
