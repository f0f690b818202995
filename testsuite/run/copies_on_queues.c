// Copies on queues, of little and much data, of rows and columns: none holds up the program, and each comes in the queue's order.
// calls: word: cuLaunchKernel=1 cuMemcpyDtoHAsync_v2=1 cuLaunchHostFunc=1 cuPointerGetAttributes=1
// calls: out: cuLaunchKernel=1 cuMemcpyDtoHAsync_v2=3 cuLaunchHostFunc=3 cuEventRecord=6 cuStreamWaitEvent=6 cuPointerGetAttributes=1
// calls: in: cuLaunchKernel=1 cuMemcpyHtoDAsync_v2=3 cuLaunchHostFunc=3 cuEventRecord=7 cuStreamWaitEvent=5 cuPointerGetAttributes=1
// calls: columns: cuMemcpy2DAsync_v2=4 cuLaunchHostFunc=4 cuEventRecord=9 cuStreamWaitEvent=7 cuPointerGetAttributes=2
// calls: back_and_forth: cuLaunchKernel=1 cuMemcpyDtoHAsync_v2=3 cuMemcpyHtoDAsync_v2=3 cuLaunchHostFunc=6 cuEventRecord=13 cuStreamWaitEvent=11 cuPointerGetAttributes=2
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1100, COLUMNS = 1024, N = ROWS * COLUMNS };
static double a[ROWS][COLUMNS];
static double *flat = a[0];
static int counter;

/* What the device has more than the host, in all elements. */
static int ahead;

/* How many columns a step changes: all, and few where only calls are counted. */
static int changed = COLUMNS;

static void step(int queue)
{
#pragma acc parallel loop collapse(2) async(queue) present(a)
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < changed; i++)
            a[j][i] += 1;
    ahead++;
}

static void word(void)
{
#pragma acc serial async(1) present(counter)
    counter++;
#pragma acc update self(counter) async(1)
}

static void out(void)
{
    step(1);
#pragma acc update self(a) async(1)
}

static void in(void)
{
#pragma acc update device(a) async(1)
    step(1);
}

/* All rows, half of their columns: 4.3 MiB, more than a buffer. */
static void columns(void)
{
#pragma acc update self(a[0:ROWS][256:512]) async(1)
#pragma acc update device(a[0:ROWS][256:512]) async(1)
}

/* The copy in reads what the copy out has written. */
static void back_and_forth(void)
{
    step(1);
#pragma acc update self(a) async(1)
#pragma acc update device(a) async(1)
}

static const struct {
    const char *name;
    void (*once)(void);
} cases[] = {
    { "word", word }, { "out", out }, { "in", in }, { "columns", columns }, { "back_and_forth", back_and_forth },
};

static int shared_memory(void)
{
    int shared = 1;
#pragma acc parallel copyin(shared)
    shared = 0;
    return shared == 0;
}

/* Each case by itself, with what is in the array behind it. */
static void check_cases(void)
{
    const int shared = shared_memory();
    double before = 0;
#pragma acc data copyin(a) copyin(counter)
    {
        word();
        out();
#pragma acc wait(1)
        CHECK(counter == 1);
        for (int k = 0; k < N; k++)
            CHECK(flat[k] == k + 1);

        for (int k = 0; k < N; k++)
            flat[k] = -k;
        in();
        in();
        /* The device has -k + 1, since each copy in takes back a step; on shared memory nothing does. */
        before = shared ? 2 : 1;
#pragma acc wait(1)
        memset(a, 0, shared ? 0 : sizeof a);
        columns();
#pragma acc wait(1)
        for (int j = 0; j < ROWS; j++)
            for (int i = 0; i < COLUMNS; i++) {
                const int k = j * COLUMNS + i;
                const int moved = shared || (i >= 256 && i < 768);
                CHECK(a[j][i] == (moved ? -k + before : 0));
            }

        back_and_forth();
        back_and_forth();
#pragma acc wait(1)
        for (int k = 0; k < N; k++)
            CHECK(flat[k] == -k + before + 2);

        /* What one queue brings out, another one takes in. */
        for (int turn = 0; turn < 10; turn++) {
            word();
#pragma acc wait(1) async(2)
#pragma acc update device(counter) async(2)
#pragma acc serial present(counter) async(2)
            counter += 10;
#pragma acc update self(counter) async(2)
#pragma acc wait(2) async(1)
        }
#pragma acc wait(1)
        CHECK(counter == 1 + 10 * 11);

        /* Much goes in behind a row that comes out. */
        step(1);
#pragma acc update self(a[0:1]) async(1)
#pragma acc update device(a) async(1)
#pragma acc update self(a) async(1)
#pragma acc wait(1)
        for (int k = 0; k < N; k++)
            CHECK(flat[k] == -k + before + 2 + (shared || k < COLUMNS));
    }
}

/* Arrays that come and go with constructs of two queues at once. */
static void two_queues(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z);
    if (!x || !y || !z)
        return;
    for (int turn = 0; turn < 3; turn++) {
        for (int k = 0; k < N; k++)
            x[k] = k + turn;
#pragma acc parallel loop copyin(x[0:N]) copyout(y[0:N]) async(2)
        for (int k = 0; k < N; k++)
            y[k] = 2 * x[k];
#pragma acc parallel loop copyout(z[0:N]) async(3)
        for (int k = 0; k < N; k++)
            z[k] = k - turn;
#pragma acc wait
        for (int k = 0; k < N; k++)
            CHECK(y[k] == 2 * (k + turn) && z[k] == k - turn);
    }
    free(x);
    free(y);
    free(z);
}

int main(int argc, char **argv)
{
    for (int k = 0; k < N; k++)
        flat[k] = k;
    if (argc < 2) {
        check_cases();
        two_queues();
        return CHECKED();
    }
    const int turns = argc > 2 ? atoi(argv[2]) : 1;
    changed = 16;
#pragma acc data copyin(a) copyin(counter)
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int turn = 0; turn < turns; turn++)
            if (strcmp(argv[1], cases[c].name) == 0)
                cases[c].once();
#pragma acc wait
    return CHECKED();
}
