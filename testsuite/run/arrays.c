// Arrays of several dimensions, as locals, statics, parameters with extents, bare names in clauses; pointers to arrays.
// covers: data array, data row pointer
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <stdlib.h>
#define N 24

static int cube[N][N][N];

static void fill(double a[N][N])
{
    #pragma acc parallel loop collapse(2) copyout(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * N + j;
}

int main(void)
{
    double square[N][N];
    int(*rows)[N] = malloc(sizeof(int[5][N]));
    fill(square);
    #pragma acc parallel loop gang copyin(square) copyout(cube)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker
        for (int j = 0; j < N; j++) {
            #pragma acc loop vector
            for (int k = 0; k < N; k++)
                cube[i][j][k] = (int)square[j][k] + i;
        }
    }
    #pragma acc parallel loop collapse(2) copyout(rows[0:5][0:N]) copyin(cube)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < N; j++)
            rows[i][j] = cube[i][i][j];
    double *flat = &square[0][0];
    #pragma acc parallel loop copy(flat[0:N * N])
    for (int i = 0; i < N * N; i++)
        flat[i] = -flat[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            CHECK(square[i][j] == -(i * N + j));
            for (int k = 0; k < N; k++)
                CHECK(cube[i][j][k] == j * N + k + i);
        }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < N; j++)
            CHECK(rows[i][j] == i * N + j + i);
    free(rows);
    return CHECKED();
}
