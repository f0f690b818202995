// Sums that loop auto finds in parallel: shared out where an iteration around owns them, in order where each gang has a copy of the
// host's variable, which then keeps its value.
// run: -O2 -Wno-openacc
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 8
#define M 640

#if defined(_OPENACC) || defined(_OPENMP)
#define KEPT(s, value, serially) ((s) == (value))
#else
#define KEPT(s, value, serially) ((s) == (serially))
#endif

static double b[N][M], a[N];

static double row(int i) { return (i + 1.0) * M; }

static void owned(void)
{
    double s = 0, most = -1;
    #pragma acc parallel loop gang reduction(max:most)
    for (int i = 0; i < N; i++) {
        s = i;
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            s += b[i][j];
        a[i] = s;
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            most = b[i][j] > most ? b[i][j] : most;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == row(i) + i);
    CHECK(most == N);
}

static void of_gangs(void)
{
    double s = 3, most = 2;
    #pragma acc parallel loop gang
    for (int i = 0; i < N; i++) {
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            s += b[i][j];
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            most = b[i][j] > most ? b[i][j] : most;
        a[i] = most;
    }
    CHECK(KEPT(most, 2, N));
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i < 2 ? 2 : i + 1));
    #pragma acc parallel loop gang worker
    for (int i = 0; i < N; i++) {
        most = 0;
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            most = b[i][j] > most ? b[i][j] : most;
        a[i] = most;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 1);
}

static void of_all_gangs(void)
{
    double s = 3;
    #pragma acc parallel num_gangs(4)
    {
        double t = 0;
        #pragma acc loop auto
        for (int j = 0; j < M; j++) {
            s += b[0][j];
            t += b[1][j];
        }
        #pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i] = s + t + i;
    }
    CHECK(KEPT(s, 3, 3 + row(0)));
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 + row(0) + row(1) + i);
}

static void of_the_construct(void)
{
    double s = 3;
    #pragma acc parallel
    {
        #pragma acc loop auto
        for (int j = 0; j < M; j++)
            s += b[0][j];
    }
    CHECK(s == 3 + row(0));
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = i + 1;
    owned();
    of_gangs();
    of_all_gangs();
    of_the_construct();
    return CHECKED();
}
