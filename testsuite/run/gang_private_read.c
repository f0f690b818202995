// Private variables that a gang sets before its loops: each loop's iterations read them, whoever runs these.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include <stdio.h>

struct range {
    int from, to;
};

int main(void)
{
    int scale = 3, table[4] = { 9, 9, 9, 9 }, a[100], b[100], c[100], bad = 0;
    struct range r = { 0, 0 };

#pragma acc parallel num_gangs(1) copyout(a) private(scale, table, r)
    {
        scale = 5;
        for (int k = 0; k < 4; k++)
            table[k] = 10 * k;
        r.from = 7;
        r.to = 90;
#pragma acc loop gang vector
        for (int i = 0; i < 100; i++)
            a[i] = i >= r.from && i < r.to ? scale * i + table[i % 4] : -1;
    }
    for (int i = 0; i < 100; i++)
        bad += a[i] != (i >= 7 && i < 90 ? 5 * i + 10 * (i % 4) : -1);

    // Read in a loop within a loop, and changed between two of them.
#pragma acc parallel num_gangs(1) copyout(b) private(scale)
    {
        scale = 2;
#pragma acc loop gang
        for (int i = 0; i < 10; i++) {
#pragma acc loop vector
            for (int j = 0; j < 5; j++)
                b[10 * i + j] = scale;
        }
        scale *= 3;
#pragma acc loop gang
        for (int i = 0; i < 10; i++) {
#pragma acc loop vector
            for (int j = 5; j < 10; j++)
                b[10 * i + j] = scale;
        }
    }
    for (int i = 0; i < 100; i++)
        bad += b[i] != (i % 10 < 5 ? 2 : 6);

    // Several gangs: each has its own.
#pragma acc parallel num_gangs(4) copyout(c) private(scale, table)
    {
        scale = 4;
        table[1] = 1;
#pragma acc loop gang
        for (int i = 0; i < 100; i++)
            c[i] = scale * i + table[1];
    }
    for (int i = 0; i < 100; i++)
        bad += c[i] != 4 * i + 1;

    printf("%d wrong, scale %d, table %d, r %d\n", bad, scale, table[1], r.to);
    return bad != 0 || scale != 3 || table[1] != 9 || r.to != 0;
}
