// break and continue of sequential loops around vector loops, do-while too, inside worker loops: threads that left wait at no barrier.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 29
#define M 33

int main(void)
{
    static int a[N][M], rounds[N], sums[N], last[N];
    #pragma acc parallel num_gangs(2) num_workers(4) vector_length(32) copy(a, rounds)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        if (i % 7 == 6)
            continue;
        for (int t = 0; t < i % 9 + 3; t++) {
            if (t == 2)
                continue;
            if (t * i > 60)
                break;
            rounds[i] += 1;
            int seen = rounds[i];
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] += seen * j;
            if (seen == 5)
                break;
        }
        rounds[i] += 100;
    }
    for (int i = 0; i < N; i++) {
        int seen = 0, factor = 0;
        if (i % 7 != 6) {
            for (int t = 0; t < i % 9 + 3; t++) {
                if (t == 2)
                    continue;
                if (t * i > 60)
                    break;
                seen++;
                factor += seen;
                if (seen == 5)
                    break;
            }
            seen += 100;
        }
        CHECK(rounds[i] == seen);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == factor * j);
    }

    #pragma acc parallel num_gangs(3) num_workers(2) vector_length(32) copyin(a) copyout(sums, last)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        int left = i % 5, total = 0;
        do {
            int part = 0;
            left--;
            if (left == 1)
                continue;
            #pragma acc loop vector reduction(+:part)
            for (int j = left + 1; j < M; j++)
                part += j;
            total += part;
        } while (left > 0);
        sums[i] = total;
        while (1) {
            int top = 0;
            #pragma acc loop vector reduction(max:top)
            for (int j = 0; j < M; j++)
                top = j * left > top ? j * left : top;
            left += 3;
            if (top > 100)
                break;
        }
        last[i] = left;
    }
    for (int i = 0; i < N; i++) {
        int left = i % 5, total = 0, top;
        do {
            left--;
            if (left == 1)
                continue;
            for (int j = left + 1; j < M; j++)
                total += j;
        } while (left > 0);
        do {
            top = left > 0 ? (M - 1) * left : 0;
            left += 3;
        } while (top <= 100);
        CHECK(sums[i] == total && last[i] == left);
    }
    return CHECKED();
}
