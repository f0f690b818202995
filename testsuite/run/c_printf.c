// printf and puts in kernels, with strings, all kinds of numbers, from functions too.
// run: -O2 -Wno-format
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdio.h>

static void show(const char *what, int n, double x)
{
    printf("%s: %d %5.2f %c %lu %#x %lld %%\n", what, n, x, 'q', 3ul, 255u, -1ll);
}

int main(void)
{
    int n = 0;
    #pragma acc serial copy(n)
    {
        printf("start\n");
        n++;
        for (int i = 0; i < 3; i++)
            show(i ? "more" : "first", i, i * 0.5f);
        printf("%hhd %hd %s %s\n", (char)3, (short)-4, __func__, "a" "b");
        n++;
    }
    CHECK(n == 2);
    return CHECKED();
}
