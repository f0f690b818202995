// Loops whose counter's address goes to functions that only look at what is there: the trip count is known all the same, and the
// iterations run at once.
// run: -O2
// expect: device kernels=7
#include <stdio.h>
#include <string.h>

typedef struct
{
    int lo, hi;
} Pair;

static int twice(const int *p)
{
    return *p * 2;
}
static int next(int *p)
{
    return *p + 1;
}
static int deep(const int *p, int k)
{
    return k ? deep(p, k - 1) + 1 : twice(p);
}
static void both(const int *i, const int *j, int *to)
{
    *to = *i * 100 + *j;
}
static void put(Pair *p, const int *i)
{
    p->lo = *i;
    p->hi = -*i;
}

int main(void)
{
    int a[100], b[100], c[20][30], n = 0, wrong = 0, i, j;
    Pair ps[100];
    unsigned u[50];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = twice(&i) + deep(&i, 2);
#pragma acc parallel loop copyout(b)
    for (i = 0; i < 100; i++)
        b[i] = next(&i);
#pragma acc kernels
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            both(&i, &j, &c[i][j]);
#pragma acc parallel loop collapse(2) reduction(+ : n)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 30; j++)
            n += twice(&i) * c[i][j] + next(&j);
#pragma acc parallel loop
    for (i = 99; i >= 0; i -= 3)
        put(&ps[i], &i);
#pragma acc parallel loop tile(4, 8) copy(c)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 30; j++)
            c[i][j] += twice(&i) - twice(&j);
#pragma acc parallel loop copyout(u)
    for (unsigned k = 0; k < 50; k++)
        memcpy(&u[k], &k, sizeof k);

    int sum = 0;
    for (i = 0; i < 100; i++)
        wrong += a[i] != 4 * i + 2 || b[i] != i + 1;
    for (i = 0; i < 20; i++)
        for (j = 0; j < 30; j++) {
            wrong += c[i][j] != i * 100 + j + 2 * i - 2 * j;
            sum += 2 * i * (i * 100 + j) + j + 1;
        }
    for (i = 0; i < 100; i += 3)
        wrong += ps[i].lo != i || ps[i].hi != -i;
    for (i = 0; i < 50; i++)
        wrong += u[i] != (unsigned)i;
    wrong += n != sum;
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
