// Memory that is accessed as elements of another size than its own: bytes that hold numbers, a header with elements behind it.
// expect: device kernels=8
// expect: multicore host_kernels=8
#include "check.h"
#include <stdlib.h>
#include <string.h>
enum { N = 100 };
static unsigned char bytes[4 * N];

struct head {
    int n;
    float v[];
};

static void named(char *p, int n)
{
#pragma acc parallel loop copy(p[0:4 * n])
    for (int i = 0; i < n; i++)
        ((int *)p)[i] += i;
}

static void present(char *p, int n)
{
#pragma acc data copy(p[0:4 * n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            ((int *)p)[i] += i;
#pragma acc parallel loop present(p)
        for (int i = 0; i < n; i++)
            *(int *)(p + 4 * i) += i;
    }
}

static void derived(void *p, size_t size)
{
    char *whole = p;
#pragma acc serial copy(whole[0:size])
    {
        struct head *h = (struct head *)whole;
        for (int i = 0; i < h->n; i++)
            h->v[i] += 1;
        h->n++;
    }
}

int main(void)
{
#pragma acc serial
    {
        int *p = (int *)bytes;
        for (int i = 0; i < N; i++)
            p[i] = i;
    }
#pragma acc parallel
    {
        int *q;
        q = (int *)bytes;
#pragma acc loop
        for (int i = 0; i < N; i++)
            q[i] += 1;
    }
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        ((int *)bytes)[i] += 1;
    int sum = 0, found;
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += ((int *)bytes)[i];
    CHECK(sum == N * (N - 1) / 2 + 2 * N);
    for (int i = 0; i < N; i++) {
        memcpy(&found, bytes + 4 * i, 4);
        CHECK(found == i + 2);
    }
    int *a = calloc(N, sizeof *a);
    named((char *)a, N);
    present((char *)a, N);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * i);
    free(a);
    size_t size = sizeof(struct head) + N * sizeof(float);
    struct head *h = calloc(1, size);
    h->n = N;
    derived(h, size);
    CHECK(h->n == N + 1 && h->v[0] == 1 && h->v[N - 1] == 1);
    free(h);
    return CHECKED();
}
