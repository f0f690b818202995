// What no clause names, of which a section is present that the construct stays in: it uses that section.
// expect: device kernels=9 allocs=2 uploads=2
#include "check.h"
#include <stdlib.h>
#define N 120

static void half(int n, int *a)
{
    #pragma acc parallel loop
    for (int i = 0; i < n / 2; i++)
        a[i] += 1;
}

/* Ends that are not always reached. */
static void guarded(int n, int *a, int *on)
{
    #pragma acc parallel loop copyin(on[0:n])
    for (int i = 0; i < n; i++)
        if (on[i])
            a[i] += 1;
}

static void chosen(int n, int *a, int *on)
{
    #pragma acc parallel loop copyin(on[0:n])
    for (int i = 0; i < n; i++)
        on[i] ? a[i]++ : 0;
}

static void left(int n, int *a, int last)
{
    #pragma acc serial
    for (int i = 0; i < n; i++) {
        a[i] += 1;
        if (i == last)
            break;
    }
}

static void triangle(int n, int m, int *a)
{
    #pragma acc serial
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++)
            a[i] += j == i;
}

static void stride(int n, int *a)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i += 7)
        a[i] += 1;
}

static void empty(int n, int m, int *a)
{
    #pragma acc serial
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i] += 1;
}

static void none(int from, int n, int *a)
{
    #pragma acc parallel loop
    for (int i = from; i < n; i++)
        a[i] += 1;
}

int main(void)
{
    int *a = calloc(N, sizeof *a), on[N];
    if (!a)
        return 2;
    for (int i = 0; i < N; i++)
        on[i] = i < N / 2;
    #pragma acc enter data copyin(a[0:N / 2])
    #pragma acc enter data copyin(on)
    half(N, a);
    guarded(N, a, on);
    chosen(N, a, on);
    left(N, a, N / 2 - 1);
    triangle(N, N / 2, a);
    stride(N / 2 + 2, a);
    empty(N, 0, a);
    none(N / 2 + 4, N / 2 - 2, a);
    none(N / 2 - 1, N / 2, a);
    #pragma acc exit data copyout(a[0:N / 2]) delete(on)
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i < N / 2 ? 5 + (i % 7 == 0) + (i == N / 2 - 1) : 0));
    free(a);
    return CHECKED();
}
