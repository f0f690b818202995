// Loops whose bound is at the type's end, and starts that the body changes: each thread's last step, and its first value.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <limits.h>
#define N 40

int main(int argc, char **argv)
{
    int n = INT_MAX - (argc - 1), last = 0, start = 3, seen[N], more[N];
    unsigned top = UINT_MAX - (unsigned)(argc - 1);
    long count = 0, high = 0;
    (void)argv;
    #pragma acc parallel loop vector num_gangs(1) vector_length(64) reduction(+:count) reduction(max:last)
    for (int i = 5; i < n; i += 1024) {
        count++;
        last = i > last ? i : last;
    }
    CHECK(count == (INT_MAX - 5L + 1023) / 1024 && last == 5 + 1024 * (int)(count - 1));

    count = 0;
    #pragma acc parallel loop gang vector num_gangs(3) vector_length(32) reduction(+:count) reduction(max:high)
    for (unsigned i = 7; i < top; i += 4096) {
        count++;
        high = i > high ? i : high;
    }
    CHECK(count == (UINT_MAX - 7L + 4095) / 4096 && high == 7 + 4096 * (count - 1));

    for (int i = 0; i < N; i++)
        seen[i] = more[i] = 0;
    #pragma acc parallel loop gang vector num_gangs(2) vector_length(2) copy(seen)
    for (int i = start; i < N; i++) {
        start = i;
        seen[i] += start;
    }
    #pragma acc parallel num_gangs(2) vector_length(4) copy(more)
    #pragma acc loop gang
    for (int k = 0; k < 4; k++) {
        int from = 10 * k + 9;
        #pragma acc loop vector
        for (int i = from; i >= 10 * k; i -= 2) {
            from = i;
            more[i] += from + 1;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(seen[i] == (i < 3 ? 0 : i));
        CHECK(more[i] == (i % 2 ? i + 1 : 0));
    }
    return CHECKED();
}
