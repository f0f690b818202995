// Queues: everything happens in order, where it is written.
#include <stdio.h>
#define QUEUES 3

int main(void)
{
    enum { n = 1000 };
    static int a[QUEUES][n];
    int sum[QUEUES] = {0}, total = 0;
#pragma acc enter data create(a[0:QUEUES][0:n]) async
#pragma acc wait
    for (int q = 0; q < QUEUES; q++) {
        int s = 0;
#pragma acc parallel loop async(q) present(a)
        for (int i = 0; i < n; i++)
            a[q][i] = i * q;
#pragma acc parallel loop async(q) wait(q) present(a) reduction(+:s) // behind the one above
        for (int i = 0; i < n; i++)
            s += a[q][i];
#pragma acc update self(a[q:1][0:n]) async(q)
#pragma acc wait(q) /* this one */
        sum[q] = s;
    }
#pragma acc wait(0, 1) async(2)
#pragma acc exit data delete(a) wait async
#pragma acc wait
    for (int q = 0; q < QUEUES; q++)
        total += sum[q];
    printf("%d\n", total);
    return total != 3 * n * (n - 1) / 2;
}
