// Variables that loops step beside their own: devices compute them from the iteration, and the cores step them.
// expect: device kernels=7 host_kernels=0
// launch: kernels_stepped_stepped_14 grid=8x1x1 block=128x1x1
// launch: kernels_stepped_packed_24 grid=2x9x1 block=32x4x1
// launch: kernels_stepped_backwards_33 grid=8x1x1 block=128x1x1
#include "check.h"

enum { N = 1000, ROWS = 34, COLUMNS = 50 };

static void stepped(int n, int from, int by, const int *restrict a, int *restrict b)
{
    int k = from;
    #pragma acc kernels copyin(a[0:3 * N])
    for (int i = 0; i < n; i++) {
        b[i] = a[k] + k;
        k += by;
    }
}

static void packed(int n, int m, const int *restrict a, int *restrict b)
{
    int k = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[k++] = a[i] + j;
}

static void backwards(int n, const int *restrict a, int *restrict b)
{
    long k = n;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        --k;
        b[k] = a[i];
    }
}

/* Which elements are kept is only known on the way. */
static int kept(int n, const int *restrict a, int *restrict b)
{
    int k = 0;
    #pragma acc kernels copy(b[0:n])
    for (int i = 0; i < n; i++)
        if (a[i] % 3 == 0)
            b[k++] = a[i];
    return k;
}

/* The last value is used, and in the second loop the first one's. */
static int counted(int n, int *restrict b)
{
    int k = 5;
    #pragma acc kernels copy(b[0:2 * n + 5])
    {
        for (int i = 0; i < n; i++)
            b[k++] = i;
        for (int i = 0; i < n; i++)
            b[k++] = -i;
    }
    return k;
}

int main(void)
{
    static int a[3 * N], b[3 * N];
    for (int i = 0; i < 3 * N; i++)
        a[i] = i * 7 % 101;
    stepped(N, 5, 2, a, b);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == a[5 + 2 * i] + 5 + 2 * i);
    stepped(N, 2 * N, -2, a, b);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == a[2 * N - 2 * i] + 2 * N - 2 * i);
    packed(ROWS, COLUMNS, a, b);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(b[i] == a[i / COLUMNS] + i % COLUMNS);
    // Without iterations nothing is stepped.
    packed(ROWS, 0, a, b);
    backwards(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(b[N - 1 - i] == a[i]);
    int k = kept(N, a, b), wanted = 0;
    for (int i = 0; i < N; i++)
        if (a[i] % 3 == 0)
            CHECK(b[wanted++] == a[i]);
    CHECK(k == wanted);
    CHECK(counted(N, b) == 2 * N + 5);
    for (int i = 0; i < N; i++)
        CHECK(b[5 + i] == i && b[5 + N + i] == -i);
    return CHECKED();
}
