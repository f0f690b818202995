// How many calls of CUDA's driver a construct costs when its data is on the device.
// calls: loop: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: gangs: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: private: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: implicit: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: kernels: cuLaunchKernel=2 cuStreamSynchronize=1
// calls: sum: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: several: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: array: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: sums: cuLaunchKernel=2 cuStreamSynchronize=1
// calls: sum_async: cuLaunchKernel=1 cuMemcpyHtoDAsync_v2=1 cuMemcpyDtoHAsync_v2=1 cuLaunchHostFunc=1 cuPointerGetAttributes=1 cuStreamSynchronize=1
// calls: async: cuLaunchKernel=1
// calls: waited: cuLaunchKernel=1 cuStreamSynchronize=1
// calls: behind: cuLaunchKernel=2 cuEventRecord=2 cuStreamWaitEvent=2
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 256 };
static float x[N], y[N];
static int key[N];

static void loop(void)
{
#pragma acc parallel loop present(x, y)
    for (int i = 0; i < N; i++)
        y[i] += 2 * x[i];
}

/* Nothing says that the data is there. */
static void implicit(void)
{
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        y[i] += 2 * x[i];
}

static void gangs(void)
{
#pragma acc parallel num_gangs(8) vector_length(32) present(x, y)
#pragma acc loop gang vector
    for (int i = 0; i < N; i++)
        y[i] += 2 * x[i];
}

/* Arrays of each gang, in memory of the launch. */
static void private(void)
{
    float t[700];
#pragma acc parallel loop gang num_gangs(4) private(t) present(x, y)
    for (int i = 0; i < N; i++) {
#pragma acc loop vector
        for (int k = 0; k < 700; k++)
            t[k] = x[(i + k) % N];
        y[i] += 2 * t[0];
    }
}

static void kernels(void)
{
#pragma acc kernels present(x, y)
    {
        for (int i = 0; i < N; i++)
            y[i] += x[i];
        for (int i = 1; i < N; i++)
            y[i] += x[i] * (key[0] == 0);
    }
}

/* Reductions, with values that the variables have before. */
static void sum(void)
{
    double s = 1;
#pragma acc parallel loop present(x, y) reduction(+ : s)
    for (int i = 0; i < N; i++) {
        y[i] += 2 * x[i];
        s += x[i];
    }
    CHECK(s == 1 + N * (N - 1) / 2);
}

static void several(void)
{
    double s = 2;
    float most = N / 2;
    long n = 3;
#pragma acc parallel loop present(x, y) reduction(+ : s, n) reduction(max : most)
    for (int i = 0; i < N; i++) {
        y[i] += 2 * x[i];
        s += x[i];
        n++;
        if (x[i] > most)
            most = x[i];
    }
    CHECK(s == 2 + N * (N - 1) / 2 && n == 3 + N && most == N - 1);
}

static void array(void)
{
    int count[4] = {1, 2, 3, 4};
#pragma acc parallel loop present(x, y, key) reduction(+ : count)
    for (int i = 0; i < N; i++) {
        y[i] += 2 * x[i];
        count[key[i]]++;
    }
    for (int k = 0; k < 4; k++)
        CHECK(count[k] == N / 4 + k + 1);
}

static void sums(void)
{
    float s = 4, t = 5;
#pragma acc kernels present(x, y)
    {
        for (int i = 0; i < N; i++)
            s += x[i];
        for (int i = 1; i < N; i++) {
            y[i] += 2 * x[i];
            t += x[i];
        }
    }
    CHECK(s == 4 + N * (N - 1) / 2 && t == 5 + N * (N - 1) / 2);
}

/* On a queue the value comes and goes by copies, out of page-locked memory by a function that the queue calls. */
static void sum_async(void)
{
    double s = 6;
#pragma acc parallel loop present(x, y) reduction(+ : s) async(1)
    for (int i = 0; i < N; i++) {
        y[i] += 2 * x[i];
        s += x[i];
    }
#pragma acc wait(1)
    CHECK(s == 6 + N * (N - 1) / 2);
}

static void async(void)
{
#pragma acc parallel loop async(1) present(x, y)
    for (int i = 0; i < N; i++)
        y[i] += 2 * x[i];
}

static void waited(void)
{
    async();
#pragma acc wait(1)
}

/* Two queues that wait for each other in turn. */
static void behind(void)
{
#pragma acc parallel loop async(1) wait(2) present(x, y)
    for (int i = 0; i < N; i++)
        y[i] += x[i];
#pragma acc wait(1) async(2)
#pragma acc parallel loop async(2) present(x, y)
    for (int i = 0; i < N; i++)
        y[i] += x[i];
}

static const struct {
    const char *name;
    void (*once)(void);
} cases[] = {
    { "loop", loop },       { "gangs", gangs },     { "private", private }, { "implicit", implicit },
    { "kernels", kernels }, { "sum", sum },         { "several", several }, { "array", array },
    { "sums", sums },       { "sum_async", sum_async }, { "async", async }, { "waited", waited },
    { "behind", behind },
};

/* Each turn of each case adds 2 x to y. */
int main(int argc, char **argv)
{
    const int turns = argc > 2 ? atoi(argv[2]) : 2;
    int all = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        key[i] = i % 4;
    }
#pragma acc data copy(x, y) copyin(key)
    {
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            if (argc > 1 && strcmp(argv[1], cases[k].name) != 0)
                continue;
            for (int turn = 0; turn < turns; turn++, all++)
                cases[k].once();
        }
#pragma acc wait
    }
    CHECK(all >= turns);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 * all * x[i]);
    return CHECKED();
}
