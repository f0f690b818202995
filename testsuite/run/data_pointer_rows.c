// Sections behind a pointer to pointers, an array of pointers and a pointer to rows: each row is moved and attached.
// covers: data pointer rows, data pointer array, data row pointer
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#include "device.h"
#include <stdlib.h>
#define N 13
#define M 21

static int **rows(int start)
{
    int **p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++) {
        p[i] = malloc(M * sizeof **p);
        for (int j = 0; j < M; j++)
            p[i][j] = start + 100 * i + j;
    }
    return p;
}

int main(void)
{
    int **p = rows(0), **q = rows(5000), *v[N], (*w)[M] = malloc(N * sizeof *w);
    int **kept = malloc(N * sizeof *kept);
    for (int i = 0; i < N; i++) {
        v[i] = q[i];
        kept[i] = p[i];
    }
#pragma acc parallel loop copy(p[0:N][0:M])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            p[i][j] += 1;
#pragma acc parallel loop copyin(p[0:N][0:M]) copy(v[0:N][0:M]) copyout(w[0:N][0:M])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            v[i][j] += 2;
            w[i][j] = p[i][j] + v[i][j];
        }
    for (int i = 0; i < N; i++) {
        CHECK(p[i] == kept[i] && v[i] == q[i]);
        for (int j = 0; j < M; j++) {
            CHECK(p[i][j] == 100 * i + j + 1);
            CHECK(q[i][j] == 5000 + 100 * i + j + 2);
            CHECK(w[i][j] == 5000 + 2 * (100 * i + j) + 3);
        }
    }
    // Some rows, part of each; the others are not touched.
#pragma acc enter data copyin(p[2:5][3:10])
#pragma acc parallel loop present(p[2:5][3:10])
    for (int i = 2; i < 7; i++)
        for (int j = 3; j < 13; j++)
            p[i][j] = -p[i][j];
#pragma acc update self(p[2:2][3:10])
    for (int i = 2; i < 7; i++)
        for (int j = 3; j < 13; j++)
            CHECK((p[i][j] < 0) == (i < 4 || !discrete()));
#pragma acc exit data copyout(p[2:5][3:10])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK((p[i][j] < 0) == (i >= 2 && i < 7 && j >= 3 && j < 13));
    // Data regions around kernels that name nothing.
#pragma acc data copy(p[0:N][0:M])
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            p[i][0] = i;
#pragma acc parallel loop present(p)
        for (int i = 0; i < N; i++)
            p[i][1] = p[i][0] + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(p[i][0] == i && p[i][1] == i + 1);
    return CHECKED();
}
