// Sections with gaps: columns, blocks of a cube, of VLAs and arrays behind pointers, in update and (an extension, as in
// nvc) in data clauses. What is not named does not move.
// covers: data strided update, data subarray, data row pointer, data array
// expect: device kernels=5 uploads=9 upload_bytes=594 downloads=8 download_bytes=250
#include "check.h"
#include <openacc.h>
#include <stdlib.h>

static void cube(int one)
{
    int x[6][7][8], n = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 8; k++)
                x[i][j][k] = n++;
    #pragma acc enter data create(x)
    #pragma acc update device(x[1:3][2:2][one:3])
    #pragma acc parallel loop collapse(3) present(x)
    for (int i = 1; i < 4; i++)
        for (int j = 2; j < 4; j++)
            for (int k = 1; k < 4; k++)
                x[i][j][k] *= 2;
    /* 72 bytes each way: 3 x 2 x 3 */
    #pragma acc update self(x[1:3][2:2][one:3])
    /* Whole planes: 1 * 7 * 8 */
    #pragma acc update device(x[5:][0:7][0:8])
    #pragma acc exit data delete(x)
    n = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 8; k++, n++) {
                int in = i >= 1 && i < 4 && j >= 2 && j < 4 && k >= 1 && k < 4;
                CHECK(x[i][j][k] == (in ? 2 * n : n));
            }
}

/* Columns of a VLA; the rest of the device's rows stays as it is. */
static void columns(int n, int m)
{
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 10 * i + j;
    #pragma acc data copyin(a)
    {
        #pragma acc parallel loop collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = -a[i][j];
        #pragma acc update self(a[0:n][m - 2:1])
        #pragma acc update host(a[1][0:2])
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int moved = j == m - 2 || (i == 1 && j < 2) || acc_get_device_type() == acc_device_host;
            CHECK(a[i][j] == (moved ? -(10 * i + j) : 10 * i + j));
        }
}

/* In a data clause: memory from the first byte to the last, copies of the columns. */
static void clause(int n)
{
    double (*b)[5] = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            b[i][j] = i + 0.5 * j;
    #pragma acc parallel loop copy(b[0:n][2:2])
    for (int i = 0; i < n; i++)
        b[i][2] += b[i][3];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            CHECK(b[i][j] == (j == 2 ? 2 * i + 2.5 : i + 0.5 * j));
    free(b);
}

static void param(int n, int m, short c[n][m][3])
{
    #pragma acc parallel loop copy(c[0:n][1:m - 1][0:1])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i][j][0] = 7;
}

/* Rows of structs, and gaps among the pointers of an array of pointers. */
static void pointers(void)
{
    int row[6][4], *p[3][2], n = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++)
            row[i][j] = n++;
    for (int i = 0; i < 6; i++)
        p[i / 2][i % 2] = row[i];
    #pragma acc data copyin(p) copy(p[0:3][1:1][1:2])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 3; i++)
            p[i][1][1] += 100 + p[i][1][2];
    }
    for (int i = 0; i < 6; i++)
        CHECK(row[i][1] == (i % 2 ? 100 + 8 * i + 3 : 4 * i + 1));
}

int main(void)
{
    cube(1);
    columns(4, 6);
    clause(7);
    short c[3][4][3] = {{{0}}};
    param(3, 4, c);
    for (int i = 0; i < 36; i++)
        CHECK((&c[0][0][0])[i] == (i % 3 == 0 && i % 12 ? 7 : 0));
    pointers();
    return CHECKED();
}
