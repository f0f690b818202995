/* Mandelbrot's set: a function for the number of steps, called from a collapsed nest. */
enum { n = 1000 };
#define TYPE int
#define UNIT 1
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(image, [n][n])
#include "polybench.h"
#pragma acc routine seq
static int steps(double re, double im)
{
    double x = 0, y = 0;
    int k = 0;
    for (; k < 200 && x * x + y * y < 4; k++) {
        double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
    }
    return k;
}
KERNEL
{
#pragma acc parallel loop collapse(2) copyout(image[0:n][0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            image[i][j] = steps(3.0 * j / n - 2, 2.0 * i / n - 1);
}
