// Constructs in headers: with a guard, behind one another, and one that is included twice with other macros.
// expands: #include
// message: note[ACC0414]: the text of './headers/part.h' takes the place of its '#include'
#include <stdio.h>
#include <math.h>
#include "headers.h" /* has constructs */
#include "headers.h"

#define TYPE int
#define NAME sum_int
#include "headers/part.h"
#undef TYPE
#undef NAME
#define TYPE real
#define NAME sum_real
#include "headers/part.h" // again

int clamp(int x) { return x < 0 ? 0 : x; }

int main(void)
{
    real x[100];
    int k[100];
#pragma acc parallel loop
    for (int i = 0; i < 100; i++) {
        x[i] = 1;
        k[i] = clamp(i - 50);
    }
    double_all(x, 100);
    printf("%g %d\n", fabs(sum_real(x, 100)), sum_int(k, 100));
    return !(sum_real(x, 100) == 200 && sum_int(k, 100) == 49 * 50 / 2);
}
