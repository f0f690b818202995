// error: ACC0305 line 9:
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    long n = 2000000, hits = 0;
#pragma acc parallel loop reduction(+:hits)
    for (long i = 0; i < n; i++) {
        double x = rand() / (double)RAND_MAX, y = rand() / (double)RAND_MAX;
        if (x * x + y * y <= 1)
            hits++;
    }
    printf("%.4f\n", 4.0 * hits / n);
    return 0;
}
