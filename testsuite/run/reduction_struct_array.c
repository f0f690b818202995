// Reductions of a struct with an array member.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 1003

struct totals {
    int count;
    double sum;
    unsigned char small;
    long parts[3];
};

struct range {
    int low, high;
};

int main(void)
{
    struct totals t = {5, 0.5, 250, {1, 2, 3}};
    struct range most = {-9, 7};
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = (i * 37) % 1009 - 500;
#pragma acc parallel loop reduction(+:t) copyin(a)
    for (int i = 0; i < N; i++) {
        t.count += 1;
        t.sum += 0.25 * a[i];
        t.small += 1;
        t.parts[i % 3] += a[i];
    }
#pragma acc parallel loop gang vector num_gangs(3) reduction(max:most) copyin(a)
    for (int i = 0; i < N; i++) {
        most.low = -a[i] > most.low ? -a[i] : most.low;
        most.high = a[i] > most.high ? a[i] : most.high;
    }
    struct totals w = {5, 0.5, 250, {1, 2, 3}};
    struct range wanted = {-9, 7};
    for (int i = 0; i < N; i++) {
        w.count += 1;
        w.sum += 0.25 * a[i];
        w.small = (unsigned char)(w.small + 1);
        w.parts[i % 3] += a[i];
        wanted.low = -a[i] > wanted.low ? -a[i] : wanted.low;
        wanted.high = a[i] > wanted.high ? a[i] : wanted.high;
    }
    CHECK(t.count == w.count && t.sum == w.sum && t.small == w.small);
    for (int k = 0; k < 3; k++)
        CHECK(t.parts[k] == w.parts[k]);
    CHECK(most.low == wanted.low && most.high == wanted.high);
    return CHECKED();
}
