/* What the command lines of ../commands.txt compile: a sweep over a grid, a reduction, and the same serially. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 40
#define COLUMNS 50

static double now[ROWS][COLUMNS], next[ROWS][COLUMNS];
static double seen[ROWS][COLUMNS], made[ROWS][COLUMNS];

static double sweep(void)
{
    double change = 0;
    int i, j;
#pragma acc parallel loop collapse(2) reduction(max : change) present(now, next)
    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLUMNS - 1; j++) {
            next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
            change = fmax(change, fabs(next[i][j] - now[i][j]));
        }
#pragma acc kernels loop present(now, next)
    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLUMNS - 1; j++)
            now[i][j] = next[i][j];
    return change;
}

static double serial(void)
{
    double change = 0;
    int i, j;
    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLUMNS - 1; j++) {
            made[i][j] = 0.25 * (seen[i - 1][j] + seen[i + 1][j] + seen[i][j - 1] + seen[i][j + 1]);
            change = fmax(change, fabs(made[i][j] - seen[i][j]));
        }
    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLUMNS - 1; j++)
            seen[i][j] = made[i][j];
    return change;
}

int main(void)
{
    double change = 0, expected = 0, worst = 0;
    int i, j, step;
    for (i = 0; i < ROWS; i++)
        now[i][0] = seen[i][0] = 1 + i;
#pragma acc data copy(now) create(next)
    for (step = 0; step < 20; step++)
        change = sweep();
    for (step = 0; step < 20; step++)
        expected = serial();
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            worst = fmax(worst, fabs(now[i][j] - seen[i][j]));
    puts(worst < 1e-12 && fabs(change - expected) < 1e-12 ? "right" : "wrong");
    return 0;
}
