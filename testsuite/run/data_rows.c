// Sections behind pointers: the array of pointers and each row are mapped, and attached; rows of odd offsets, three
// levels, arrays of pointers, rows that two pointers share, null rows, a number of rows known at run time.
// covers: data pointer rows, data pointer array, data zero length
// expect: device kernels=8 uploads=31 downloads=23 attaches=29
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#include <string.h>

static double **matrix(int n, int m)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; a && i < n; i++) {
        a[i] = malloc((m + i) * sizeof **a);
        for (int j = 0; j < m; j++)
            a[i][j] = 100 * i + j;
    }
    return a;
}

static void drop(double **a, int n)
{
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

/* 1 upload for the pointers, 5 rows there and back. The rows are those of the entry, also where the host moves its pointers. */
static void whole(int n, int m)
{
    double **a = matrix(n, m), *first = a[0];
    #pragma acc data copy(a[0:n][0:m])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] += 1;
        a[0] = a[1];
        a[1] = first;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(a[i][j] == 100 * (i < 2 ? 1 - i : i) + j + 1);
    drop(a, n);
}

/* A section of the rows, and of each: enter, update of a part, copyout. */
static void part(int n, int m)
{
    double **a = matrix(n, m);
    #pragma acc enter data copyin(a[1:n-2][2:m-3])
    #pragma acc parallel loop collapse(2) present(a[1:n-2][2:m-3])
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 1; j++)
            a[i][j] = -a[i][j];
    CHECK(acc_is_present(&a[1][2], (m - 3) * sizeof **a) && acc_is_present(&a[n - 2], sizeof *a));
    #pragma acc update self(a[1:2][2:1])
    CHECK(a[1][2] == -102 && a[2][2] == -202);
    a[1][3] = 7;
    #pragma acc update device(a[1:1][3:1])
    #pragma acc exit data copyout(a[1:n-2][2:m-3])
    CHECK(acc_get_device_type() == acc_device_host || !acc_is_present(&a[1][2], sizeof **a));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int inside = i >= 1 && i < n - 1 && j >= 2 && j < m - 1;
            CHECK(a[i][j] == (i == 1 && j == 3 ? 7 : inside ? -(100 * i + j) : 100 * i + j));
        }
    drop(a, n);
}

/* Three levels. */
static void cube(int n, int m, int l)
{
    int ***c = malloc(n * sizeof *c), *flat = malloc(n * m * l * sizeof *flat);
    for (int i = 0; i < n; i++) {
        c[i] = malloc(m * sizeof **c);
        for (int j = 0; j < m; j++)
            c[i][j] = flat + (i * m + j) * l;
    }
    memset(flat, 0, n * m * l * sizeof *flat);
    #pragma acc parallel loop collapse(3) copyin(c[0:n][0:m][0:l])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i][j][k] = 1;
    #pragma acc parallel loop copyout(c[0:n][0:m][0:l])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i][j][k] = 100 * i + 10 * j + k;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                CHECK(c[i][j][k] == 100 * i + 10 * j + k);
        free(c[i]);
    }
    free(c);
    free(flat);
}

/* An array of pointers: two share a row, one is null; and one row alone. */
static void shared(int m)
{
    float x[9], y[9], *rows[4] = {x, y, 0, x};
    for (int j = 0; j < m; j++)
        x[j] = y[j] = j;
    #pragma acc parallel loop copy(rows[0:4][0:m])
    for (int j = 0; j < m; j++) {
        rows[3][j] += rows[2] ? 100 : 1;
        rows[1][j] += rows[0][j];
    }
    for (int j = 0; j < m; j++)
        CHECK(x[j] == j + 1 && y[j] == 2 * j + 1);
    #pragma acc enter data create(rows)
    #pragma acc enter data copyin(rows[1][0:m])
    #pragma acc parallel loop present(rows)
    for (int j = 0; j < m; j++)
        rows[1][j] = j;
    #pragma acc exit data copyout(rows[1][0:m])
    #pragma acc exit data delete(rows)
    for (int j = 0; j < m; j++)
        CHECK(x[j] == j + 1 && y[j] == j && rows[0] == x && rows[1] == y);
}

/* Pointers to rows of a known length: one section, no pointers. */
static void known(int n)
{
    double (*b)[3] = calloc(n, sizeof *b);
    #pragma acc parallel loop copy(b[1:n-1][0:3])
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 3; j++)
            b[i][j] = i + j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            CHECK(b[i][j] == (i ? i + j : 0));
    free(b);
}

/* Rows of no length: nothing but the pointers is there. */
static void empty(int n)
{
    double **a = matrix(n, 2);
    int sum = 0;
    #pragma acc parallel loop copy(a[0:n][0:0]) reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i] != 0;
    CHECK(sum == n);
    drop(a, n);
}

int main(void)
{
    whole(5, 7);
    part(6, 8);
    cube(2, 3, 5);
    shared(9);
    known(4);
    empty(3);
    return CHECKED();
}
