/* saxpy.c: the least that must be right, and the program whose start is timed. */
#include <stdio.h>

int main(void)
{
    enum { N = 100000 };
    static float x[N], y[N];
    int bad = 0;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 1000), y[i] = 1;
#pragma acc parallel loop copyin(x) copy(y)
    for (int i = 0; i < N; i++)
        y[i] += 2 * x[i];
    for (int i = 0; i < N; i++)
        bad += y[i] != 1 + 2 * (float)(i % 1000);
    printf("%d wrong\n", bad);
    return bad != 0;
}
