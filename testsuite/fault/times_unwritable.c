// A trace that can't be written is an error before anything has run.
// env: ACCRS_TRACE=/nowhere/to/be/found/trace.json
// message: ACCRS_TRACE: /nowhere/to/be/found/trace.json can't be written
#include <stdio.h>

int main(void)
{
    int a[100];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    return a[1];
}
