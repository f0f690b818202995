// Macros of the system's headers, whose text knows its line; statements that share a line.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(what) if (!(what)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); exit(1); }
#define NAME2(a, b) a##b
#define NAME(a, b) NAME2(a, b)
#define UNIQUE NAME(unused_, __LINE__)

int main(void)
{
    int a[10], s = 0; assert(sizeof a == 10 * sizeof(int));
    errno = 0;
#pragma acc data copy(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < 10; i++) { int UNIQUE = i; a[i] = UNIQUE; } CHECK(a[1] == 1)
    #pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 10; i++) s += a[i]; /* sum */ assert(s == 45); CHECK(s == 45);
    }
    if (s == 45)
#pragma acc parallel loop
        for (int i = 0; i < 10; i++) a[i] = 0; else CHECK(0)
    fprintf(stdout, "%d %d\n", s, errno); return a[9];
}
