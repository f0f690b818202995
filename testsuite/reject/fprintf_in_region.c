// error: ACC0305 line 10:
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 3;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        printf("hello from %d\n", i);
        if (i == 2) fprintf(stderr, "x\n");
    }
    return 0;
}
