// Names that mean something in C++, in CUDA or to the compiler itself, as variables, members, types and functions.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 70

struct class {
    int private, public, virtual;
    struct template { int operator; } typename;
};
typedef int namespace;

static int delete(int new, int or)
{
    return new + or;
}

static void run(int *this, int *threadIdx, int blockDim, struct class *and)
{
    int new = 2, try = 3, warpSize = 4, __accrs = 5, grid = 6, args = 7;
    #pragma acc parallel loop copy(this[0:N], threadIdx[0:N], and[0:N])
    for (namespace class = 0; class < N; class++) {
        int catch = class * new, bool = try, true = 10, not = 0;
        this[class] = delete(catch, bool) + blockDim + true + not;
        threadIdx[class] = warpSize + __accrs + grid + args;
        and[class].private = class;
        and[class].typename.operator = and[class].virtual + 1;
    }
}

int main(void)
{
    int this[N], i, throw = 0;
    int threadIdx[N];
    struct class and[N];
    for (i = 0; i < N; i++)
        this[i] = threadIdx[i] = -1, and[i].private = 0, and[i].public = 5, and[i].virtual = i;
    run(this, threadIdx, 100, and);
    #pragma acc parallel loop reduction(+:throw)
    for (int xor = 0; xor < N; xor++)
        throw += xor;
    CHECK(throw == N * (N - 1) / 2);
    for (i = 0; i < N; i++) {
        CHECK(this[i] == 2 * i + 3 + 110);
        CHECK(threadIdx[i] == 22);
        CHECK(and[i].private == i && and[i].public == 5 && and[i].typename.operator == i + 1);
    }
    return CHECKED();
}
