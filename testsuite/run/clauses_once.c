// Expressions in clauses are evaluated once, on whatever device, and in the version for the cores; those that count for nothing where the
// construct runs may not be evaluated at all (the standard lets no program depend on it).
// expect: device kernels=7 host_kernels=3
// expect: multicore host_kernels=10
#include "check.h"
#define N 100

static int calls[10];

/* The argument of clause k. */
static int value(int k, int v)
{
    calls[k]++;
    return v;
}

/* The first `needed` clauses once, the others once at most. */
static void count(const char *what, int needed)
{
#ifndef _OPENACC
    needed = 0;
#endif
    for (int k = 0; k < 10; k++) {
        if (calls[k] != 1 && (k < needed || calls[k])) {
            printf("%s: clause %d is evaluated %d times\n", what, k, calls[k]);
            check_failures++;
        }
        calls[k] = 0;
    }
}

int main(void)
{
    int a[N], sum = 0;
    CHECK(value(0, 2) == 2);
    calls[0] = 0;
    for (int i = 0; i < N; i++)
        a[i] = 0;

    /* Gangs are threads of the cores: each of two loops is shared out among them. */
#pragma acc parallel num_gangs(value(0, 4)) async(value(1, 1)) if(value(2, 1)) self(value(3, 0)) \
    num_workers(value(4, 2)) vector_length(value(5, 32)) copy(a[value(6, 0) : value(7, N)])
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
    }
#pragma acc wait(value(8, 1))
    count("parallel async", 4);

    for (int host = 0; host < 2; host++) {
#pragma acc parallel num_gangs(value(0, 3)) if(value(1, !host)) wait(value(2, 1)) copy(a[0 : value(3, N)])
        {
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                a[i]++;
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                a[i]++;
        }
        count("parallel if", 3);

#pragma acc parallel loop gang num_gangs(value(0, 3)) self(value(1, host)) reduction(+ : sum) copyin(a[0 : value(2, N)]) \
    num_workers(value(3, 1)) vector_length(value(4, 64))
        for (int i = 0; i < N; i++)
            sum += a[i];
        count("parallel loop self", 2);

#pragma acc kernels if(value(0, !host)) async(value(1, 2)) wait(value(2, 1), value(3, 2)) copy(a[0 : value(4, N)]) \
    num_gangs(value(5, 4)) num_workers(value(6, 1)) vector_length(value(7, 32))
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma acc wait
        count("kernels", 4);
    }

#pragma acc parallel num_gangs(value(0, 2), value(1, 2)) copy(a)
    {
#pragma acc loop gang(dim : 2)
        for (int i = 0; i < N; i += 10)
#pragma acc loop gang(dim : 1)
            for (int j = i; j < i + 10; j++)
                a[j]++;
    }
    count("parallel of two dimensions", 0);

#pragma acc serial async(value(0, 1)) if(value(1, 1)) copy(a[0 : value(2, N)]) wait(value(3, 2))
    a[0]--;
#pragma acc wait
    count("serial", 2);

#pragma acc kernels loop gang(num : value(0, 4)) worker(value(1, 1)) vector(value(2, 32))
    for (int i = 0; i < N; i++)
        a[i]++;
    count("kernels loop", 0);

#pragma acc data copy(a[value(0, 0) : value(1, N)]) if(value(2, 1))
    {
        count("data", 1);
#pragma acc update self(a[value(0, 0) : value(1, N)]) if(value(2, 1)) async(value(3, 1)) wait(value(4, 2))
        count("update", 0);
    }
    count("the end of data", 0);
#pragma acc enter data copyin(a[value(0, 0) : value(1, N)]) async(value(2, 1)) wait(value(3, 1)) if(value(4, 1))
    count("enter data", 0);
#pragma acc exit data copyout(a[value(0, 0) : value(1, N)]) async(value(2, 1)) wait(value(3, 1)) if(value(4, 1))
    count("exit data", 0);
#pragma acc wait(value(0, 1)) async(value(1, 2)) if(value(2, 1))
#pragma acc wait
    count("wait", 0);

    CHECK(sum == N * 4 + N * 7);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 10 - (i == 0));
    return CHECKED();
}
