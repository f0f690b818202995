// Variables declared in a header live on the device once, whichever file uses them, in kernels and in
// routines; static ones once a file.
// covers: declare files
// with: parts/declare_files_part.c
// expect: device kernels=7
#include "check.h"
#include "declare_files.h"
#include <stdlib.h>

double table[3][5];
struct scales scales = {9, {9, 9, 9}};

int main(void)
{
    double want = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++)
            table[i][j] = 10 * i + j;
    scales.factor = 0.5;
    for (int k = 0; k < 3; k++)
        scales.shift[k] = k;
    #pragma acc update device(table, scales)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++)
            want += (table[i][j] * 0.5 + j % 3 + 3) * 4;
    CHECK(part_sum() == want);

    /* A kernel of this file changes what the other file's routine reads. */
    #pragma acc parallel loop
    for (int j = 0; j < 5; j++)
        table[0][j] += 100;
    #pragma acc serial
    count = 8;
    CHECK(part_sum() == 2 * (want + 4 * 0.5 * 500));
    #pragma acc update self(table, count)
    CHECK(count == 8 && table[0][4] == 104 && table[1][4] == 14);

    CHECK(part_own() == 50 && own == 3);
    int mine = 0;
    #pragma acc serial copyout(mine)
    mine = own;
    CHECK(mine == 3);

    points = malloc(10 * sizeof *points);
    for (int i = 0; i < 10; i++)
        points[i] = (float)i;
    #pragma acc enter data copyin(points[0:10])
    part_set();
    #pragma acc exit data copyout(points[0:10])
    for (int i = 0; i < 10; i++)
        CHECK(points[i] == (float)i + 8);
    free(points);
    return CHECKED();
}
