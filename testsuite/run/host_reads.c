// What a loop of `kernels` leaves in a variable is kept wherever host code may read it, however it gets there: by a jump over a
// return, behind a branch in a statement expression, behind a construct that assigns a copy of its own, through an address.
// run: -O2 -Wno-openacc
// expect: device kernels=8
#include "check.h"
#include <setjmp.h>
#define N 1000
#define CLEAR_IF(c, var) ({ if (c) var = 0; 1; })

static int a[N], b[N];
static int seen;

static void note(int *last) { seen = *last; }

// The way out for failures is the only one that reads.
static int jumps(int fails)
{
    int j = -1, e = 0;
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        j = a[i];
        b[i] = j + 1;
    }
    if (fails)
        goto failed;
    j = 0;
    return 0;
failed:
    e = j;
    return e;
}

static int expands(int c)
{
    int j = -1, k;
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        j = a[i];
        b[i] = j + 1;
    }
    k = CLEAR_IF(c, j);
    return j * k;
}

// The gangs' j is theirs.
static int copies(void)
{
    int j = -1, c[1];
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        j = a[i];
        b[i] = j + 1;
    }
    #pragma acc parallel num_gangs(1) copyin(a) copyout(c)
    {
        j = a[N - 1];
        c[0] = j;
    }
    return j == c[0] ? j : 0;
}

static void cleans(void)
{
    int j __attribute__((cleanup(note))) = -1;
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        j = a[i];
        b[i] = j + 1;
    }
}

static int returns_twice(void)
{
    static jmp_buf back;
    volatile int j = -1;
    if (setjmp(back))
        return j;
    #pragma acc kernels
    for (int i = 0; i < N; i++) {
        j = a[i];
        b[i] = j + 1;
    }
    longjmp(back, 1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 3 + 1;
    const int last = (N - 1) * 3 + 1;
    CHECK(jumps(0) == 0);
    CHECK(jumps(1) == last);
    CHECK(expands(0) == last);
    CHECK(expands(1) == 0);
    CHECK(copies() == last);
    cleans();
    CHECK(seen == last);
    CHECK(returns_twice() == last);
    return CHECKED();
}
