// PGI's nests in kernels: gang worker around gang vector, three gangs and a vector, beside other code and with a reduction.
// run: -O2 -Werror=openacc
// env: OMP_NUM_THREADS=3
// expect: device kernels=17
// expect: multicore host_kernels=5
#include "check.h"
#define N 13

static float a[N][N][N];
static double b[N][N][N][N];

int main(void)
{
#pragma acc kernels copy(a)
#pragma acc loop independent
    for (int y = 0; y < N; y++)
#pragma acc loop independent gang worker(4)
        for (int x = 0; x < N; x++)
#pragma acc loop independent gang vector(32)
            for (int z = 0; z < N; z++)
                a[y][x][z] += x + 2 * y + 3 * z + 1;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            for (int z = 0; z < N; z++)
                CHECK(a[y][x][z] == x + 2 * y + 3 * z + 1);
#pragma acc kernels copy(b)
#pragma acc loop independent gang
    for (int h = 0; h < N; h++)
#pragma acc loop independent gang vector
        for (int i = 0; i < N; i++)
#pragma acc loop independent gang vector
            for (int j = 0; j < N; j++)
#pragma acc loop independent vector
                for (int k = 0; k < N; k++)
                    b[h][i][j][k] += h + i + j + k;
    for (int h = 0; h < N; h++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    CHECK(b[h][i][j][k] == h + i + j + k);
    /* Code beside the inner loop: the gangs are the outer loop's. */
    float sums[N];
#pragma acc kernels copy(a) copyout(sums)
#pragma acc loop independent gang worker(4)
    for (int y = 0; y < N; y++) {
        sums[y] = y;
#pragma acc loop independent gang vector(32)
        for (int x = 0; x < N; x++)
            a[y][x][0] += 1;
    }
    for (int y = 0; y < N; y++)
        CHECK(sums[y] == y && a[y][3][0] == 3 + 2 * y + 2);
    double total = 0;
#pragma acc kernels copyin(b)
#pragma acc loop independent gang worker(2) reduction(+ : total)
    for (int h = 0; h < N; h++)
#pragma acc loop independent gang vector(32) reduction(+ : total)
        for (int i = 0; i < N; i++)
            total += b[h][i][0][0];
    CHECK(total == N * N * (N - 1));
#pragma acc kernels copy(a)
#pragma acc loop independent gang worker(4)
    for (int x = 0; x < N; x++)
#pragma acc loop independent gang
        for (int z = 0; z < N; z++)
#pragma acc loop independent vector(32)
            for (int y = 0; y < N; y++)
                a[x][z][y] = x;
    CHECK(a[N - 1][2][3] == N - 1 && a[0][2][3] == 0);
    return CHECKED();
}
