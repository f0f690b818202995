// The static argument of gang, with chunks of any size, on loops over workers too, around vector loops that need
// barriers, with sums, code between them, continue, and trips that don't divide.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 53
#define M 37

static int a[N][M], sums[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * 7 + j;
    long all = 5;
    #pragma acc parallel loop gang(static:*) worker num_gangs(4) num_workers(3) vector_length(8) copy(a, sums) reduction(+:all)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        #pragma acc loop vector reduction(+:sum)
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        sums[i] = sum;
        all += sum;
        if (i % 4 == 3)
            continue;
        #pragma acc loop vector
        for (int j = 0; j < M; j++)
            a[i][j] = sums[i] + j;
    }
    long want = 5;
    for (int i = 0; i < N; i++) {
        int sum = M * 7 * i + M * (M - 1) / 2;
        want += sum;
        CHECK(sums[i] == sum);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == (i % 4 == 3 ? i * 7 : sum) + j);
    }
    CHECK(all == want);
    #pragma acc parallel loop gang(static:5) worker num_gangs(3) num_workers(4) vector_length(16) copy(a, sums)
    for (int i = N - 1; i >= 0; i -= 2) {
        int most = -1;
        #pragma acc loop vector reduction(max:most)
        for (int j = 0; j < M; j++)
            most = a[i][j] > most ? a[i][j] : most;
        sums[i] = -most;
    }
    for (int i = N - 1; i >= 0; i -= 2)
        CHECK(sums[i] == -a[i][M - 1]);
    #pragma acc parallel loop gang(static:2) num_gangs(3) vector_length(16) copy(a, sums)
    for (int i = 1; i < N; i++) {
        int least = a[i][0];
        #pragma acc loop vector reduction(min:least)
        for (int j = 0; j < M; j++)
            least = a[i][j] < least ? a[i][j] : least;
        sums[i] = least;
    }
    for (int i = 1; i < N; i++)
        CHECK(sums[i] == a[i][0]);
    return CHECKED();
}
