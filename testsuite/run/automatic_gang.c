// Loops without a directive under gang, and under gang worker: the lanes are theirs where they are proven to be parallel. Private arrays are the
// gang's, and its lanes share them; values that are handed on keep the order.
// report: Generating reduction(+:sum) [inferred]
// report: the last value of j
// launch: automatic_gang_sparse_34 grid=2x1x1 block=4x32x1
// launch: automatic_gang_workers_107 block=32x4x1
// expect: device kernels=9
#include "check.h"
#define N 40
#define M 150

static int a[N][M], b[N][M], y[N], start[N + 1], value[N * 30];

static int at(int i, int j)
{
    return (5 * i + 3 * j) % 23;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        y[i] = -1;
        for (int j = 0; j < M; j++) {
            a[i][j] = at(i, j);
            b[i][j] = 0;
        }
    }
}

static void sparse(void)
{
    for (int i = 0; i < N; i++) start[i + 1] = start[i] + (7 * i) % 30;
    for (int k = 0; k < N * 30; k++) value[k] = k % 17 - 3;
#pragma acc parallel loop gang copyin(start, value) copyout(y)
    for (int i = 0; i < N; i++) {
        int sum = i;
        for (int k = start[i]; k < start[i + 1]; k++) sum += value[k];
        y[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        int sum = i;
        for (int k = start[i]; k < start[i + 1]; k++) sum += value[k];
        CHECK(y[i] == sum);
    }
}

/* The array is filled, read by other lanes, and filled again; loop variables and scratch are from outside. */
static void private_array(void)
{
    int row[M], j, scratch;
#pragma acc parallel loop gang private(row) copyin(a) copy(b)
    for (int i = 0; i < N; i++) {
        for (j = 0; j < M; j++) row[j] = a[i][j];
        scratch = row[M - 1];
        for (j = 1; j < M; j++) b[i][j] = row[j] - row[j - 1] + scratch;
        for (j = 0; j < M; j++) {
            scratch = 2 * row[M - 1 - j];
            b[i][j] += scratch * scratch;
        }
        for (j = 0; j < M; j++) row[j] = b[i][M - 1 - j];
        b[i][0] = row[0] + row[M - 1];
    }
    for (int i = 0; i < N; i++) {
        int last = 0;
        for (j = M - 1; j >= 0; j--) {
            int twice = 2 * at(i, M - 1 - j);
            int want = (j ? at(i, j) - at(i, j - 1) + at(i, M - 1) : 0) + twice * twice;
            if (j == M - 1) last = want;
            CHECK(b[i][j] == (j ? want : last + want));
        }
    }
}

/* Lanes that leave values behind would leave those of any iteration. */
static void handed_on(void)
{
    int j, last;
#pragma acc parallel loop gang copyin(a) copy(b, y) private(last)
    for (int i = 0; i < N; i++) {
        last = 0;
        for (j = 0; j < M; j++) {
            b[i][j] = last;
            if (a[i][j] > 11) last = a[i][j];
        }
        y[i] = last;
        for (j = 0; j < i; j++) b[i][j] += 1;
        y[i] += j;
        for (j = 0; j < M; j++)
            if (b[i][j] == 18) break;
        y[i] += 1000 * j;
    }
    for (int i = 0; i < N; i++) {
        int before = 0, found = M;
        for (j = 0; j < M; j++) {
            int want = before + (j < i);
            CHECK(b[i][j] == want);
            if (want == 18 && found == M) found = j;
            if (at(i, j) > 11) before = at(i, j);
        }
        CHECK(y[i] == before + i + 1000 * found);
    }
}

/* Each row of the block has its own iterations of the loop outside. */
static void workers(void)
{
#pragma acc parallel loop gang worker num_workers(4) vector_length(32) copyin(a) copy(b, y)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        if (i % 3 == 0) continue;
        if (i % 5 != 0) {
            for (int j = 0; j < i; j++) sum += a[i][j];
            y[i] = sum;
        }
    }
#pragma acc parallel loop gang worker num_workers(4) vector_length(32) copyin(a) copy(b, y)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        if (i % 5 != 0) {
            for (int j = 0; j < i; j++) sum += a[i][j];
            for (int j = 0; j < M; j++) b[i][j] = sum + j;
        }
        y[i] += sum;
    }
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < i; j++) sum += at(i, j);
        if (i % 5 == 0) sum = 0;
        int first = i % 3 == 0 || i % 5 == 0 ? -1 : sum;
        CHECK(y[i] == first + sum);
        for (int j = 0; j < M; j++) CHECK(b[i][j] == (i % 5 ? sum + j : 0));
    }
}

#pragma acc routine seq
static int twice(int x)
{
    int sum = 0;
    for (int k = 0; k < 2; k++) sum += x;
    return sum;
}

/* Between the lanes' loops one of them goes on alone, in loops of any kind. */
static void between(void)
{
    int total = 0, hits = 0;
#pragma acc parallel loop gang copyin(a) copy(b, y, hits) reduction(+ : total)
    for (int i = 0; i < N; i++) {
        int round = 0;
        while (round < 3) {
            for (int j = 0; j < M; j++) b[i][j] += twice(a[i][j]) + round;
            for (int j = 0; j < M; j++) total += b[i][j];
            round++;
        }
        for (int j = 0; j < M; j++)
            if (a[i][j] == 7) {
#pragma acc atomic update
                hits++;
            }
        total += round;
    }
    int sum = 0, sevens = 0;
    for (int i = 0; i < N; i++) {
        sum += 3;
        for (int j = 0; j < M; j++) {
            int x = 2 * at(i, j);
            CHECK(b[i][j] == 3 * x + 3);
            sum += x + (2 * x + 1) + (3 * x + 3);
            sevens += at(i, j) == 7;
        }
    }
    CHECK(total == sum && hits == sevens);
}

/* Sums of the construct, of an array, and nests of three. */
static void sums(void)
{
    int total = 0, by_rest[16] = { 0 };
#pragma acc parallel reduction(+ : total) copyin(a)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) total += a[i][j];
    }
#pragma acc parallel loop gang reduction(+ : by_rest) copyin(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) by_rest[j % 16] += a[i][j];
    int want = 0, rests[16] = { 0 };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            want += at(i, j);
            rests[j % 16] += at(i, j);
        }
    CHECK(total == want);
    for (int r = 0; r < 16; r++) CHECK(by_rest[r] == rests[r]);
}

/* Lanes can't share an array of variable length: these loops stay in order. */
static void variable_length(int n)
{
#pragma acc parallel loop gang copyin(a) copyout(y)
    for (int i = 0; i < N; i++) {
        int row[n];
        for (int j = 0; j < n; j++) row[j] = a[i][j];
        y[i] = 0;
        for (int j = 1; j < n; j++) y[i] += row[j] * row[j - 1];
    }
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 1; j < n; j++) sum += at(i, j) * at(i, j - 1);
        CHECK(y[i] == sum);
    }
}

int main(void)
{
    fill();
    sparse();
    fill();
    private_array();
    fill();
    handed_on();
    fill();
    workers();
    fill();
    between();
    fill();
    sums();
    variable_length(M);
    return CHECKED();
}
