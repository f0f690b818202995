// The clauses of a loop, alone and with each other.
#include "clauses.h"

#define R 31
#define C 33
static int m[R][C], t;

static void one(void)
{
    fill();
    ON(gang)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(worker)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(vector)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(gang worker vector)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(gang(static: *) vector)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(gang(static: 5))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(seq)
    for (int i = 1; i < N; i++)
        b[i] = b[i - 1] + 1;
    ON(auto)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(independent)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++) {
        CHECK("levels", i, a[i], i + 8);
        CHECK("seq", i, b[i], i - 7);
    }
}

static void nests(void)
{
    ON(collapse(2))
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] = 100 * i + j;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            CHECK("collapse", i, m[i][j], 100 * i + j);
    ON(collapse(force: 2))
    for (int i = 0; i < R; i++) {
        int base = 7 * i;
        for (int j = 0; j < C; j++)
            m[i][j] += base;
    }
    ON(tile(4, 8))
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] -= i;
    ON(tile(*, 16))
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] -= 2 * j;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            CHECK("tile", i, m[i][j], 106 * i - j);
    ON(private(t))
    for (int i = 0; i < R; i++) {
        t = 3 * i;
        for (int j = 0; j < C; j++)
            m[i][j] = t + j;
    }
    ON(gang device_type(nvidia, sim) vector device_type(host) worker)
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] += 1;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            CHECK("private", i, m[i][j], 3 * i + j + 1);
}

int main(void)
{
    one();
    nests();
#ifdef KERNELS
    fill();
    ON(gang(4))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(gang(num: 3) worker(num: 2) vector(length: 32))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    ON(worker(2) vector(64))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK("sizes", i, a[i], i + 3);
#endif
    return bad != 0;
}
