// atomic read, write and capture in each of their forms: captured values are a permutation, each seen once.
// covers: atomic forms capture, atomic forms block
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#define N 500

static int seen[14][N];

// Whether a form's captured values are first, first + 1, ... in some order.
static int permutation(const int *v, int first)
{
    char here[N] = {0};
    for (int i = 0; i < N; i++) {
        int at = v[i] - first;
        if (at < 0 || at >= N || here[at])
            return 0;
        here[at] = 1;
    }
    return 1;
}

int main(void)
{
    int x[14] = {0};
#pragma acc parallel loop gang vector copy(x) copyout(seen)
    for (int i = 0; i < N; i++) {
#pragma acc atomic capture
        seen[0][i] = x[0]++;
#pragma acc atomic capture
        seen[1][i] = ++x[1];
#pragma acc atomic capture
        seen[2][i] = x[2]--;
#pragma acc atomic capture
        seen[3][i] = --x[3];
#pragma acc atomic capture
        seen[4][i] = x[4] += 1;
#pragma acc atomic capture
        seen[5][i] = x[5] = x[5] + 1;
#pragma acc atomic capture
        seen[6][i] = x[6] = 1 + x[6];
    }
#pragma acc parallel loop gang vector copy(x, seen)
    for (int i = 0; i < N; i++) {
        int v;
#pragma acc atomic capture
        { v = x[7]; x[7] += 1; }
        seen[7][i] = v;
#pragma acc atomic capture
        { x[8] += 1; v = x[8]; }
        seen[8][i] = v;
#pragma acc atomic capture
        { v = x[9]; x[9] = x[9] + 1; }
        seen[9][i] = v;
#pragma acc atomic capture
        { x[10] = 1 + x[10]; v = x[10]; }
        seen[10][i] = v;
#pragma acc atomic capture
        {
            v = x[11];
            x[11]++;
        }
        seen[11][i] = v;
#pragma acc atomic capture
        {
            --x[12];
            v = x[12];
        }
        seen[12][i] = v;
        // An exchange: each value written is taken out once, or left at the end.
#pragma acc atomic capture
        { v = x[13]; x[13] = i + 1; }
        seen[13][i] = v;
    }
    int first[13] = {0, 1, 1 - N, -N, 1, 1, 1, 0, 1, 0, 1, 0, -N};
    for (int f = 0; f < 13; f++)
        CHECK(permutation(seen[f], first[f]));
    long sum = x[13];
    for (int i = 0; i < N; i++)
        sum += seen[13][i];
    CHECK(sum == (long)N * (N + 1) / 2);

    double flag[N], copy[N];
#pragma acc parallel loop gang vector copyout(flag)
    for (int i = 0; i < N; i++) {
#pragma acc atomic write
        flag[i] = i * 0.5;
    }
#pragma acc parallel loop gang vector copyin(flag) copyout(copy)
    for (int i = 0; i < N; i++) {
        double v;
#pragma acc atomic read
        v = flag[N - 1 - i];
        copy[i] = v;
    }
    for (int i = 0; i < N; i++)
        CHECK(copy[i] == (N - 1 - i) * 0.5);
    return CHECKED();
}
