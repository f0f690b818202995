// Arrays that each iteration fills for itself: they become private without a clause, where every element that is read was written before in the
// same iteration and nobody looks at them behind the region; else the loop stays in order.
// expect: device kernels=10
// expect: multicore host_kernels=10
// launch: grid=200x1x1 block=128x1x1
// launch: grid=198x1x1 block=32x4x1
// launch: grid=2x1x1 block=128x1x1
// launch: grid=1x50x1 block=32x4x1
#include "check.h"

#define N 200

static double a[N][N], b[N], c[N];
static double kept[4];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        b[i] = i % 7;
        c[i] = 0;
        for (int j = 0; j < N; j++) a[i][j] = (3 * i + j) % 11;
    }
}

static void whole(void)
{
    double t[8];
    int i, k;
#pragma acc kernels
    for (i = 0; i < N; i++) {
        for (k = 0; k < 8; k++) t[k] = a[i][k] * 2;
        double s = 0;
        for (k = 0; k < 8; k++) s += t[7 - k] * t[k];
        c[i] = s;
    }
}

/* Rows of a block, each by its own loop, and the elements by name. */
static void blocks(void)
{
    double m[3][3], v[3];
#pragma acc kernels
    for (int i = 1; i < N - 1; i++) {
        for (int r = 0; r < 3; r++) {
            for (int s = 0; s < 3; s++) m[r][s] = a[i + r - 1][i + s - 1];
            v[r] = b[i] + r;
        }
        m[1][1] += 4;
        c[i] = m[0][0] * v[0] + m[1][1] * v[1] + m[2][2] * v[2] + m[0][2] * v[1];
    }
}

/* Each branch writes its half; together they are all. */
static void by_cases(int n)
{
    double t[6];
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 6; k++) {
            if (k < 2) {
                t[k] = b[i];
                continue;
            }
            t[k] = t[k - 2] + a[i][k];
        }
        c[i] += t[5];
    }
}

static void triangle(void)
{
    double t[10];
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 10; j++) {
            for (int k = 0; k <= j; k++) t[k] = a[i][k] + j;
            a[i][100 + j] = t[j / 2] + t[j];
        }
}

/* Private to i alone: the iterations over j hand it on, so the loops keep their order. */
static void handed_on(void)
{
    double t[2];
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (j == 0) t[0] = a[j][i] * 2;
            if (j % 2 == 0) a[j][i] = t[0] + 1;
        }
}

/* Element 5 isn't written where n is small: what it holds there comes from an iteration before. */
static void in_order(int n)
{
    double t[6] = { 1, 2, 3, 4, 5, 6 };
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < n; k++) t[k] = b[i] + t[5];
        c[i] = t[0] + t[5];
    }
}

/* A search ends the loop that fills it. */
static void ends_early(void)
{
    double t[6] = { 1, 2, 3, 4, 5, 6 };
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 6; k++) {
            t[k] = a[i][k];
            if (t[k] > 8) break;
        }
        c[i] = t[5];
    }
}

/* Others look at it. */
static double read_behind(void)
{
    double t[4];
#pragma acc kernels
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 4; k++) t[k] = a[i][k];
        c[i] = t[3] - t[0];
    }
    return t[0] + t[3];
}

static void of_the_program(void)
{
#pragma acc kernels
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 4; k++) kept[k] = a[i][k];
        c[i] = kept[3] - kept[0];
    }
}

int main(void)
{
    fill();
    whole();
    double want = 0;
    for (int k = 0; k < 8; k++) want += a[7][k] * 2 * a[7][7 - k] * 2;
    CHECK(c[7] == want);
    blocks();
    CHECK(c[5] == a[4][4] * b[5] + (a[5][5] + 4) * (b[5] + 1) + a[6][6] * (b[5] + 2) + a[4][6] * (b[5] + 1));
    double before = c[9];
    by_cases(N);
    CHECK(c[9] == before + b[9] + a[9][3] + a[9][5]);
    triangle();
    CHECK(a[3][107] == a[3][3] + 7 + a[3][7] + 7);
    double top = a[0][7];
    handed_on();
    CHECK(a[0][7] == 2 * top + 1 && a[198][7] == 2 * top + 1);
    in_order(4);
    CHECK(c[0] == b[0] + 12 && c[N - 1] == b[N - 1] + 12);
    in_order(6);
    double element = 6, first = 0;
    for (int i = 0; i < N; i++) {
        first = b[i] + element;
        element = b[i] + element;
    }
    CHECK(c[N - 1] == first + element);
    ends_early();
    double t[6] = { 1, 2, 3, 4, 5, 6 };
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 6; k++) {
            t[k] = a[i][k];
            if (t[k] > 8) break;
        }
        CHECK(c[i] == t[5]);
    }
    CHECK(read_behind() == a[19][0] + a[19][3]);
    of_the_program();
    CHECK(kept[0] == a[19][0] && kept[3] == a[19][3]);
    return 0;
}
