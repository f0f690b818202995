// Pointers inside regions: arithmetic, differences, walking, to elements, to pointers' targets, const and restrict, void *.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stddef.h>
#define N 120

static void swap(int *restrict a, int *restrict b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static int length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return (int)(p - s);
}

int main(void)
{
    int a[N], b[N];
    ptrdiff_t d[N];
    char words[N][8];
    for (int i = 0; i < N; i++) {
        a[i] = i, b[i] = -i;
        for (int k = 0; k < 8; k++)
            words[i][k] = k < i % 8 ? 'x' : 0;
    }
    #pragma acc parallel loop copy(a, b) copyout(d)
    for (int i = 0; i < N; i++) {
        int *p = a + i, *q = &b[i];
        void *v = p;
        int *w = v;
        swap(w, q);
        *(p + 0) += 1;
        d[i] = q - b + (p == w) + (&a[N] - p);
    }
    int lengths[N];
    #pragma acc parallel loop copyin(words) copyout(lengths)
    for (int i = 0; i < N; i++)
        lengths[i] = length(words[i]);
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == -i + 1 && b[i] == i);
        CHECK(d[i] == i + 1 + N - i);
        CHECK(lengths[i] == i % 8);
    }
    return CHECKED();
}
