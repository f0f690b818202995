// GNU C's arithmetic on pointers to void, which counts bytes: sums, differences, steps before and behind, sizeof(void).
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 20

struct buffer {
    void *at;
};

#pragma acc routine seq
static int load(const void *p, long by)
{
    return *(const int *)(by + p);
}

int main(void)
{
    int a[N], o[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) copyout(o)
    for (int i = 0; i < N; i++) {
        const void *p = a;
        p += sizeof(int);
        o[i] = *(const int *)(p - sizeof(int) + i * sizeof(int)) + *(const int *)p + load(a, 4 * (i / 2));
    }
    for (int i = 0; i < N; i++)
        CHECK(o[i] == i + 1 + i / 2);
#pragma acc parallel loop copyin(a) copyout(o)
    for (int i = 0; i < N; i++) {
        const void *p = a, *end;
        int steps = 0;
        end = p + sizeof(int) * i;
        while (p < end) {
            const void *before = p++;
            p += sizeof(void);
            ++p;
            p++;
            steps += (int)(p - before) / 4;
        }
        p -= 4 * i;
        p--;
        --p;
        o[i] = steps * 10 + (int)(p + 2 == (const void *)a) + (int)sizeof(*p);
    }
    for (int i = 0; i < N; i++)
        CHECK(o[i] == 10 * i + 2);
#pragma acc parallel loop copyin(a) copyout(o)
    for (int i = 0; i < N; i++) {
        struct buffer b = {a};
        b.at += 4 * i;
        int first = *(int *)b.at++;
        o[i] = first + (int)(b.at - (void *)a);
    }
    for (int i = 0; i < N; i++)
        CHECK(o[i] == i + 4 * i + 1);
    return CHECKED();
}
