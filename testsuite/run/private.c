// private scalars, arrays and structs, on parallel and on each level of loop.
// expect: device kernels=4
#include "check.h"
#define N 200

struct pair {
    int first;
    double second;
};

int main(void)
{
    int out[N], x = 42, work[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    struct pair p = {1, 2};
    double both[N];
    #pragma acc parallel loop gang vector private(x) copyout(out)
    for (int i = 0; i < N; i++) {
        x = i * i;
        out[i] = x + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i * i + 1);
    #pragma acc parallel loop gang vector private(work) copyout(out)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            work[k] = i + k;
        int s = 0;
        for (int k = 0; k < 8; k++)
            s += work[k];
        out[i] = s;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 8 * i + 28);
    #pragma acc parallel loop gang vector private(p) copyout(both)
    for (int i = 0; i < N; i++) {
        p.first = i;
        p.second = 0.5 * i;
        both[i] = p.first + p.second;
    }
    for (int i = 0; i < N; i++)
        CHECK(both[i] == 1.5 * i);
    int t;
    #pragma acc parallel num_gangs(9) private(t) copyout(out)
    {
        t = 3;
        #pragma acc loop gang
        for (int i = 0; i < N; i++)
            out[i] = i + t;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + 3);
    return CHECKED();
}
