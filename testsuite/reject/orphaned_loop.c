// run: -Werror
// error: ACC0164 line 7: has no effect
#include <stdio.h>
int main(void)
{
    double a[1000];
#pragma acc loop gang vector
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    printf("%g\n", a[999]);
    return 0;
}
