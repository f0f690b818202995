// num_gangs below 1, known at run time only (2.5.10): the place, the clause's words, the value.
// message: no_gangs.c:9
// message: 'n - 1' is 0
// message: at least 1
#include <stdio.h>
int main(int argc, char **argv)
{
    int n = argc, a[8];
    #pragma acc parallel loop num_gangs(n - 1) copyout(a)
    for (int i = 0; i < 8; i++)
        a[i] = i;
    printf("%d %s\n", a[7], argv[0]);
    return 0;
}
