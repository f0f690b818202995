// Data is left on a GPU for a function of atexit that runs behind the driver's own end: it is lost, and the message says what to do.
// devices: nvidia
// message: exit_lost.c:15 (in late, parallel loop): table is on nvidia:0, since
// message: and is lost: the driver has ended with the program
// message: register such a function (atexit) behind the first construct
#include <stdio.h>
#include <stdlib.h>
#define N 10

static double table[N];

static void late(void)
{
    double s = 0;
#pragma acc parallel loop present(table) reduction(+:s)
    for (int i = 0; i < N; i++)
        s += table[i];
    printf("%g\n", s);
}

int main(void)
{
    atexit(late);
#pragma acc enter data create(table)
#pragma acc parallel loop present(table)
    for (int i = 0; i < N; i++)
        table[i] = 1;
    return 0;
}
