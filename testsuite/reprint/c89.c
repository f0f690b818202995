// The first standard. Loops that declare their variable are the compiler's own there, and `restrict` is a name.
// run: -std=gnu89 -O1
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int a;
    double b;
};

typedef int (*operation)(int);

static int restrict_(int restrict)
{
    return restrict + 1;
}

int old(a, b) int a; double b;
{
    int sum = a;
    sum += (int)b;
    return sum;
}

int main(void)
{
    int i, inline_ = 3, a[20];
    struct pair p;
    p.a = 1;
    p.b = 2.5;
#pragma acc parallel loop copyout(a) firstprivate(p)
    for (i = 0; i < 20; i++) {
        struct pair q = {0, 0};
        int *__restrict to = &a[i], asm_ = i % 3;
        q = p;
        if (asm_)
            if (asm_ == 1)
                q.a += 2;
            else
                q.a -= -1;
        switch (inline_ - asm_) {
        case 3: q.b *= 2; break;
        case 2:
        default: q.b = -q.b; }
        *to = restrict_(q.a) + old(i, q.b) + (int)sizeof(operation) - (int)sizeof(void *);
    }
    for (i = 0; i < 20; i++) {
        int want = 2 + i + (i % 3 == 0 ? 5 : i % 3 == 1 ? 0 : -1);
        if (a[i] != want) {
            printf("%d: %d, not %d\n", i, a[i], want);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
