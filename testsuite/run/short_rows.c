// Vector loops of a few iterations, as many as constants say: several rows stand beside each other in a block, with a few lanes each.
// expect: device kernels=7 in_order=0
#include "check.h"

enum { N = 301 };

static double y[N], z[N][40];
static double x[N * 40];

static double at(int i, int j)
{
    return (i * 13 + j * 5) % 17 - 8;
}

#define ROWS(LENGTH)                                                        \
    static void rows_##LENGTH(int n)                                        \
    {                                                                       \
        PRAGMA(acc parallel loop gang copyin(x) copyout(y))                 \
        for (int i = 0; i < n; i++) {                                       \
            double s = 1;                                                   \
            PRAGMA(acc loop vector reduction(+ : s))                        \
            for (int j = 0; j < LENGTH; j++)                                \
                s += x[i * 40 + j];                                         \
            y[i] = s;                                                       \
        }                                                                   \
        for (int i = 0; i < n; i++) {                                       \
            double s = 1;                                                   \
            for (int j = 0; j < LENGTH; j++)                                \
                s += x[i * 40 + j];                                         \
            CHECK(y[i] == s);                                               \
        }                                                                   \
    }

ROWS(5)
ROWS(9)
ROWS(27)
ROWS(33)

// Two loops of different lengths, code between them, and a private scalar that lanes share.
static void elements(int n)
{
#pragma acc parallel loop gang copyin(x) copy(z)
    for (int i = 0; i < n; i++) {
        double mean = 0;
#pragma acc loop vector reduction(+ : mean)
        for (int j = 0; j < 8; j++)
            mean += x[i * 40 + j];
        mean /= 8;
        if (i % 3 == 0)
            mean = -mean;
#pragma acc loop vector
        for (int j = 0; j < 24; j++)
            z[i][j] = x[i * 40 + j] - mean;
    }
    for (int i = 0; i < n; i++) {
        double mean = 0;
        for (int j = 0; j < 8; j++)
            mean += x[i * 40 + j];
        mean /= 8;
        if (i % 3 == 0)
            mean = -mean;
        for (int j = 0; j < 24; j++)
            CHECK(z[i][j] == x[i * 40 + j] - mean);
    }
}

// The construct's own size, and an array that each iteration has for itself.
static void others(int n)
{
#pragma acc parallel loop gang vector_length(64) copyout(z)
    for (int i = 0; i < n; i++)
#pragma acc loop vector
        for (int j = 0; j < 40; j++)
            z[i][j] = at(i, j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40; j++)
            CHECK(z[i][j] == at(i, j));
    double t[8];
#pragma acc parallel loop gang private(t) copyin(x) copyout(y)
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 0; j < 8; j++)
            t[j] = x[i * 40 + j];
        double s = 0;
#pragma acc loop seq
        for (int j = 0; j < 8; j++)
            s += j * t[7 - j];
        y[i] = s;
    }
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < 8; j++)
            s += j * x[i * 40 + 7 - j];
        CHECK(y[i] == s);
    }
}
#pragma acc routine(at) seq

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++)
            x[i * 40 + j] = at(i, j);
    rows_5(N);
    rows_9(N);
    rows_27(N);
    rows_33(N);
    elements(N);
    others(N);
    return CHECKED();
}
