// Static globals, static locals, extern arrays, const tables: named in clauses and not.
// covers: data global
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 90

static int counts[N];
int shared[N];
extern int shared[N];
static const float weights[4] = {0.5f, 1.0f, 2.0f, 4.0f};
static double scale = 3.0;

static int next(void)
{
    static int history[N], calls;
    calls++;
    #pragma acc parallel loop copy(history)
    for (int i = 0; i < N; i++)
        history[i] += i * calls;
    return history[N - 1];
}

int main(void)
{
    float out[N];
    #pragma acc parallel loop copyout(out)
    for (int i = 0; i < N; i++) {
        counts[i] = i;
        shared[i] = 2 * i;
        out[i] = (float)(weights[i % 4] * scale);
    }
    CHECK(next() == N - 1);
    CHECK(next() == 3 * (N - 1));
    for (int i = 0; i < N; i++) {
        CHECK(counts[i] == i && shared[i] == 2 * i);
        CHECK(out[i] == weights[i % 4] * 3.0f);
    }
    return CHECKED();
}
