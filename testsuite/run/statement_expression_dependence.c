// A variable that a statement expression declares with one value and assigns another one under a condition: the subscript is none
// that is known, and only the loop over rows is parallel.
// expect: device kernels=1
// launch: grid=1x1x1 block=128x1x1
#include "check.h"
#define ROWS 40
#define N 300

int main(void)
{
    static int a[ROWS][N];
    #pragma acc kernels copy(a)
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++)
            a[r][({ int q = 0; if (i % 2) q = i; q; })] += 1;
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++)
            CHECK(a[r][i] == (i == 0 ? N / 2 : i % 2));
    return CHECKED();
}
