// Subarrays: offsets, parts of a pointer's range, one name with a lower bound left out, rows of a matrix.
// covers: data subarray
// expect: device kernels=4 uploads=4 upload_bytes=2000 downloads=4 download_bytes=2000
#include "check.h"
#include <stdlib.h>
#define N 1000

int main(void)
{
    int *p = malloc(N * sizeof *p);
    static int rows[10][25];
    if (!p)
        return 2;
    for (int i = 0; i < N; i++)
        p[i] = i;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 25; j++)
            rows[i][j] = 25 * i + j;
    int low = 300, count = 50;
    #pragma acc parallel loop copy(p[low:count])
    for (int i = low; i < low + count; i++)
        p[i] = -p[i];
    #pragma acc parallel loop copy(p[:100])
    for (int i = 0; i < 100; i++)
        p[i] += 5000;
    #pragma acc parallel loop copy(p[N-150:150])
    for (int i = N - 150; i < N; i++)
        p[i] = 1;
    #pragma acc parallel loop collapse(2) copy(rows[2:8])
    for (int i = 2; i < 10; i++)
        for (int j = 0; j < 25; j++)
            rows[i][j] *= 3;
    for (int i = 0; i < N; i++)
        CHECK(p[i] == (i < 100 ? i + 5000 : i >= 300 && i < 350 ? -i : i >= N - 150 ? 1 : i));
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 25; j++)
            CHECK(rows[i][j] == (i >= 2 ? 3 : 1) * (25 * i + j));
    free(p);
    return CHECKED();
}
