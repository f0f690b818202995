// The argument of gang(static:) is an expression of the host's: variables that nothing else in the construct names, members, elements, also on loops inside of a construct.
// expect: device kernels=7
// expect: multicore host_kernels=6
#include "check.h"
#define N 100

struct plan {
    int chunk, more;
};

static int a[N], b[N];

static void add(int chunk, struct plan p, const int *sizes)
{
    long wide = p.more + sizes[0];
    (void)wide;
    (void)chunk;
#pragma acc parallel loop gang(static: chunk) num_gangs(5) copy(a)
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma acc parallel loop gang(static: 1 + chunk) num_gangs(5) copy(a) default(none) firstprivate(chunk)
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma acc parallel loop gang(static: p.chunk) vector num_gangs(4) vector_length(8) copy(a)
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma acc parallel num_gangs(3) copy(a, b) copyin(sizes[0:2])
    {
#pragma acc loop gang(static: sizes[1])
        for (int i = 0; i < N; i++)
            a[i] += i;
#pragma acc loop gang(static: chunk * 2) worker
        for (int i = 0; i < N; i++)
            b[i] += i;
    }
#pragma acc kernels copy(a)
#pragma acc loop gang(static: chunk - 4) independent
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma acc parallel loop gang(static: wide) num_gangs(5) collapse(2) copy(a)
    for (int i = 0; i < N / 10; i++)
        for (int j = 0; j < 10; j++)
            a[10 * i + j] += 10 * i + j;
}

int main(void)
{
    struct plan p = {6, 2};
    int sizes[2] = {1, 9};
    add(7, p, sizes);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 6 * i && b[i] == i);
    return CHECKED();
}
