/* The half of a program of two files that has none. */
#include "kernels.h"
#include <stdio.h>

int main(void)
{
    static float x[1000], y[1000];
    int i, good = 1;
    for (i = 0; i < 1000; i++) {
        x[i] = 1;
        y[i] = 2;
    }
    scale(1000, 3, x, y);
    for (i = 0; i < 1000; i++)
        good &= y[i] == 5;
    puts(good && total(1000, y) == 5000 ? "right" : "wrong");
    return 0;
}
