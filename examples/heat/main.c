/* A rod that is hot in its middle. Prints the temperature there after the steps. */
#include "heat.h"
#include <stdio.h>

#define N 1001

int main(void)
{
    static double u[N];
    u[N / 2] = 1000;
    double change = heat(N, 500, 0.25, u);
    printf("middle %.6f, last change %.6f\n", u[N / 2], change);
    return 0;
}
