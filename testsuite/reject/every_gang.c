// run: -Werror
// error: ACC0165 line 9: each gang runs all of this loop
// error: ACC0165 line 12: each gang runs all of this loop
#include <stdio.h>
int main(void)
{
    static double a[100000];
#pragma acc parallel
    for (int i = 0; i < 100000; i++)
        a[i] = i;
#pragma acc parallel num_gangs(4)
    for (int i = 0; i < 100000; i++)
        a[i] += 1;
    printf("%g\n", a[99999]);
    return 0;
}
