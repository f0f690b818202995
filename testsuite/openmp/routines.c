// Routines of all levels, atomics, and what the directives about devices become: nothing.
// expands: halve
#include <stdio.h>

#pragma acc routine seq
static int twice(int x);

#pragma acc routine vector
static void fill_row(int *row, int n, int with) // a row
{
#pragma acc loop vector
    for (int i = 0; i < n; i++)
        row[i] = with;
}

#pragma acc routine gang
static void halve(int *x, int n)
{
    // shared out
    #pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] /= 2;
}

int table[16];
#pragma acc declare copyin(table)

int main(void)
{
    int a[64][16], count[4] = {0}, captured = 0, wrong = 0;
#pragma acc init device_num(0)
#pragma acc set device_num(0)
#pragma acc parallel loop gang copyout(a)
    for (int i = 0; i < 64; i++)
        fill_row(a[i], 16, twice(i));
#pragma acc parallel num_gangs(4) copy(a)
    halve(&a[0][0], 64 * 16);
#pragma acc parallel loop collapse(2) copy(count, captured) copyin(a) // counts
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 16; j++) {
            int old;
            #pragma acc cache(table[0:16])
#pragma acc atomic update // one of four
            count[a[i][j] % 4]++;
#pragma acc atomic capture
            { old = captured; captured++; }
            if (old < 0) {
                #pragma acc atomic write /* never */
                captured = 0;
            }
        }
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 16; j++)
            wrong += a[i][j] != i;
#pragma acc shutdown
    printf("%d %d %d\n", wrong, count[3], captured);
    return !(wrong == 0 && count[3] == 256 && captured == 1024);
}

static int twice(int x) { return 2 * x; } // defined late
