// Loops over pointers that start behind the last element, where the next array begins, which is on the device too: pointers
// that are compared with each other, or subtracted, lead into one object.
// expect: device kernels=26
// expect: multicore host_kernels=26
#include "check.h"
#include <stdlib.h>
#define N 64

static void down(int *a, int *e, int n)
{
    int *p;
    #pragma acc parallel loop copy(a[0:n])
    for (p = e - 1; p >= a; p--)
        *p += 1;
}

static void behind(int *a, int *e, int n)
{
    #pragma acc serial copy(a[0:n])
    for (int *p = e; p-- > a;)
        *p += 2;
}

static void until(int *a, int *e, int n)
{
    #pragma acc serial copy(a[0:n])
    {
        int *p = e;
        while (p != a)
            *--p += 3;
    }
}

static void last_too(int *a, int *e, int n)
{
    #pragma acc serial copy(a[0:n])
    {
        e[-1] += 5;
        for (int *p = a; p < e; p++)
            *p += 4;
    }
}

static void both_named(int *a, int *e, int n)
{
    #pragma acc serial copy(a[0:n]) copy(e[-1:1])
    {
        e[-1] += 5;
        for (int *p = e; p > a; p--)
            p[-1] += 5;
    }
}

static long distance(int *a, int *e, int n)
{
    long d = 0;
    #pragma acc serial copy(a[0:n]) copy(d)
    {
        int *p = e - 1;
        a[0] += 1;
        d = p - a;
    }
    return d;
}

static long search(const int *a, const int *e, int n, int x)
{
    long at = -1;
    #pragma acc serial copyin(a[0:n]) copy(at)
    {
        const int *lo = a, *hi = e;
        while (lo < hi) {
            const int *mid = lo + (hi - lo) / 2;
            if (*mid < x)
                lo = mid + 1;
            else
                hi = mid;
        }
        at = lo - a;
    }
    return at;
}

/* Of a data region around. */
static int around(int *a, int *e, int n)
{
    int sum = 0;
    #pragma acc data copy(a[0:n])
    {
        #pragma acc parallel loop
        for (int *p = e - 1; p >= a; p--)
            *p += 6;
        #pragma acc parallel loop reduction(+:sum)
        for (int *p = e - 1; p >= a; p -= 2)
            sum += *p;
    }
    return sum;
}

/* Without a clause: the least of them says what is meant, and a null pointer says nothing. */
static void nowhere_named(int *a, int *e, const int *none)
{
    #pragma acc serial default(present)
    for (int *p = e; p != a && p != none;) {
        --p;
        *p += 7;
    }
}

/* A pointer to device memory. */
static void device(int *a, int *e)
{
    #pragma acc serial deviceptr(a)
    for (int *p = e - 1; p >= a; p--)
        *p += 8;
}

/* Only its first value is another's. */
static void two(int *a, int *e, int *b, int n)
{
    #pragma acc serial copy(a[0:n], b[0:n])
    {
        for (int *p = b; p < b + n; p++)
            *p += 1;
        for (int *p = e - 1; p >= a; p--)
            *p += 9;
    }
}

/* Equal pointers are in one object, unequal ones need not be. */
static void table(int *a, const int *from, const int *index, int n)
{
    #pragma acc serial copy(a[0:n]) copyin(index[0:n])
    for (int i = 0; i < n; i++)
        a[i] += from == a ? 0 : from[index[i]];
}

static void run(int *a, int *b)
{
    CHECK(search(a, a + N, N, 3 * 20) == 20);
    down(a, a + N, N);
    behind(a, a + N, N);
    until(a, a + N, N);
    last_too(a, a + N, N);
    both_named(a, a + N, N);
    CHECK(distance(a, a + N, N) == N - 1);
    int sum = 0;
    for (int i = N - 1; i >= 0; i -= 2)
        sum += 3 * i + 21 + (i == 0) + 10 * (i == N - 1);
    CHECK(around(a, a + N, N) == sum);
    #pragma acc enter data copyin(a[0:N])
    nowhere_named(a, a + N, 0);
    #pragma acc host_data use_device(a)
    device(a, a + N);
    #pragma acc exit data copyout(a[0:N])
    two(a, a + N, b, N);
    int numbers[N], index[N];
    for (int i = 0; i < N; i++) {
        index[i] = N - 1 - i;
        numbers[i] = 100 * i;
    }
    #pragma acc data copyin(numbers)
    table(a, numbers, index, N);
    for (int i = 0; i < N; i++)
        a[i] -= 100 * index[i];
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * i + 45 + (i == 0) + 10 * (i == N - 1));
}

int main(void)
{
    int *all = malloc(2 * N * sizeof *all), *a = all, *b = all + N;
    if (!all)
        return 2;
    for (int there = 0; there < 2; there++) {
        for (int i = 0; i < N; i++)
            a[i] = 3 * i, b[i] = i;
        if (there) {
            #pragma acc enter data copyin(b[0:N])
        }
        run(a, b);
        if (there) {
            #pragma acc exit data copyout(b[0:N])
        }
        for (int i = 0; i < N; i++)
            CHECK(b[i] == i + 1);
    }
    free(all);
    return CHECKED();
}
