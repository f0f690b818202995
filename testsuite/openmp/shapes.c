// Loops that OpenMP can't take as they are written, tiles, and private and reduced variables of every kind.
// run: -O2 -Wno-openacc
// expands: for a[i][j] best
#include <stdio.h>

typedef struct { double x, y; } point;

int main(void)
{
    enum { n = 37 };
    static float a[n][n], b[n][n];
    int count = 0, tmp[4], last = 5;
    unsigned char c;
    double best = -1;
    point p = {0, 0};
    int bins[8] = {0};
#pragma acc parallel loop tile(4, 8) copyout(a) // tiles
    for (int i = 0; i < n; i++) // rows
        for (int j = 0; j < n; j++) /* columns */
            a[i][j] = i + j;
#pragma acc parallel loop private(tmp) firstprivate(last) reduction(+:count)
    for (int i = n - 1; i != -1; i -= 1) {
        for (int k = 0; k < 4; k++)
            tmp[k] = k + i;
        count += tmp[3] - tmp[0] + last;
    }
#pragma acc parallel loop reduction(max:best)
    for (c = 0; c < n; c += 2) // a char
        best = a[c][c] > best ? a[c][c] : best;
#pragma acc parallel loop reduction(+:bins) reduction(+:p)
    for (int i = 0; i < n; i++) {
        bins[i % 8] += i;
        p.x += 1;
    }
#pragma acc kernels copyin(a) copyout(b)
    { // two loops
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i][j] = a[i - 1][j]; // the row above
        for (int j = 0; j < n; j++)
            b[0][j] = 0;
    }
#pragma acc serial
    { last++; b[0][0] = last; }
    printf("%d %g %g %d %g %g\n", count, best, p.x, bins[1], b[5][7], b[0][0]);
    return !(count == n * 8 && best == 2 * (n - 1) && p.x == n && bins[1] == 1 + 9 + 17 + 25 + 33 && b[5][7] == 11 && b[0][0] == 6 &&
             last == 5);
}
