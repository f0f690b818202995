// Loops that start at what a clause says they reduce: the trip count is found before the loop (2.9), so the start is the variable's value from
// before, and not that of a thread's own copy.
// env: OMP_NUM_THREADS=3
// expect: sim kernels=13
// expect: multicore host_kernels=13
#include <stdio.h>

#define N 500
static int x[N], y[N];

__attribute__((noinline)) static int combined(int k)
{
    #pragma acc parallel loop reduction(+:k) copyin(x)
    for (int i = k; i < N; i++)
        k += x[i];
    return k;
}

__attribute__((noinline)) static int largest(int m)
{
    #pragma acc parallel loop gang worker vector reduction(max:m)
    for (int i = m; i < N; i++) {
        y[i] += i;
        if (x[i] > m)
            m = x[i];
    }
    return m;
}

__attribute__((noinline)) static int in_kernels(int k)
{
    #pragma acc kernels loop independent reduction(+:k)
    for (int i = k % 50; i < N; i += 3)
        k += x[i];
    return k;
}

__attribute__((noinline)) static int downwards(unsigned char k)
{
    int s = k;
    #pragma acc parallel loop reduction(+:s) num_gangs(4) vector_length(32)
    for (int i = s; i >= 0; i -= 2)
        s += x[i];
    return s;
}

__attribute__((noinline)) static int collapsed(int k)
{
    #pragma acc parallel loop collapse(2) reduction(+:k)
    for (int i = k; i < 40; i++)
        for (int j = 2; j < 9; j++)
            k += x[i + j];
    return k;
}

__attribute__((noinline)) static int tiled(int k)
{
    #pragma acc parallel loop tile(4, 8) reduction(+:k)
    for (int i = k; i < 40; i++)
        for (int j = 2; j < 19; j++)
            k += x[i + j];
    return k;
}

/* Threads that are through with the first loop don't change where others begin. */
__attribute__((noinline)) static int beside(int k)
{
    #pragma acc parallel copy(k) num_gangs(3)
    {
        #pragma acc loop gang reduction(+:k)
        for (int i = k; i < N; i++)
            k += x[i];
        #pragma acc loop gang
        for (int i = 0; i < N; i++)
            y[i] ^= i;
    }
    return k;
}

/* Each gang has a sum of its own. */
__attribute__((noinline)) static void in_gangs(void)
{
    #pragma acc parallel loop gang
    for (int g = 0; g < 20; g++) {
        int k = g;
        #pragma acc loop vector reduction(+:k)
        for (int i = k; i < 300; i++)
            k += x[i];
        y[g] += k;
    }
}

__attribute__((noinline)) static long wide(long k)
{
    #pragma acc parallel loop reduction(+:k)
    for (long i = k; i != N; i++)
        k += x[i];
    return k;
}

/* The device has the sum: the second loop starts at what the first one leaves there. */
__attribute__((noinline)) static int in_data(int k)
{
    #pragma acc data copy(k)
    {
        #pragma acc parallel loop reduction(+:k)
        for (int i = k; i < N; i++)
            k += x[i];
        #pragma acc parallel loop reduction(+:k)
        for (int i = k % 100; i < N; i++)
            k += x[i];
    }
    return k;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 23;
    printf("%d %d %d\n", combined(10), combined(499), combined(500));
    printf("%d %d\n", largest(3), in_kernels(70));
    printf("%d %d %d\n", downwards(200), collapsed(7), tiled(7));
    printf("%d %ld %d\n", beside(20), wide(30), in_data(40));
    in_gangs();
    unsigned s = 7;
    for (int i = 0; i < N; i++)
        s = s * 31 + (unsigned)y[i];
    printf("%x\n", s);
    return 0;
}
