// Reductions at several levels of one nest: row sums in vector, the total over gangs and workers.
// covers: reduction nested
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 67
#define M 143

int main(void)
{
    static int a[N][M], rows[N];
    int total = 17, largest = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 13 + j * 7) % 101;
    #pragma acc parallel num_gangs(6) num_workers(2) vector_length(32) copyin(a) copyout(rows) copy(total, largest)
    #pragma acc loop gang reduction(+:total) reduction(max:largest)
    for (int i = 0; i < N; i++) {
        int row = 0;
        #pragma acc loop worker vector reduction(+:row)
        for (int j = 0; j < M; j++)
            row += a[i][j];
        rows[i] = row;
        total += row;
        largest = row > largest ? row : largest;
    }
    int want = 17, most = -1;
    for (int i = 0; i < N; i++) {
        int row = 0;
        for (int j = 0; j < M; j++)
            row += a[i][j];
        CHECK(rows[i] == row);
        want += row;
        most = row > most ? row : most;
    }
    CHECK(total == want);
    CHECK(largest == most);
    double sum = 0.5;
    #pragma acc parallel loop gang reduction(+:sum) copyin(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker reduction(+:sum)
        for (int j = 0; j < M / 11; j++) {
            #pragma acc loop vector reduction(+:sum)
            for (int k = 0; k < 11; k++)
                sum += a[i][j * 11 + k];
        }
    }
    CHECK(sum == want - 17 + 0.5);
    return CHECKED();
}
