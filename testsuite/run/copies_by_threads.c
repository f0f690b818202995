// Long copies that the program waits for, of pageable memory: several threads make them where there are processors for them. Shorter ones are the driver's.
// calls: shorter: held=2 cuMemcpyHtoDAsync_v2=1 cuMemcpyDtoHAsync_v2=1 cuStreamSynchronize=2
// calls: up: cuCtxGetCurrent=1 cuCtxSetCurrent=1 cuMemcpyHtoDAsync_v2=9 cuEventRecord=9 cuEventSynchronize=9 cuPointerGetAttributes=1 cuStreamSynchronize=2
// calls: down: cuCtxGetCurrent=1 cuCtxSetCurrent=1 cuMemcpyDtoHAsync_v2=9 cuEventRecord=9 cuEventSynchronize=9 cuPointerGetAttributes=1 cuStreamSynchronize=2
// calls: rows: cuCtxGetCurrent=2 cuCtxSetCurrent=2 cuMemcpy2DAsync_v2=18 cuEventRecord=18 cuEventSynchronize=18 cuPointerGetAttributes=2 cuStreamSynchronize=4
// run: -O2 -pthread
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define MIB ((size_t)1 << 20)
/* The shortest copy for several threads, which use buffers of 1 MiB. */
#define LONG (8 * MIB)
/* Kernels are for a few elements. */
#define STEP 4099
#define N (LONG + 3 * MIB + 12345)

enum { ROWS = 550, COLUMNS = 4096, FROM = 24, WIDTH = 2100 };
static double m[ROWS][COLUMNS];
static unsigned char *a;
static int shared;

static unsigned char value(size_t k, unsigned salt)
{
    return (unsigned char)((k + salt) * 2654435761u >> 13);
}

static void shorter(void)
{
#pragma acc update device(a[0:LONG - 1])
#pragma acc update self(a[0:LONG - 1])
}

/* Nine pieces; the last one is of a byte. */
static void up(void)
{
#pragma acc update device(a[7:LONG + 1])
}

static void down(void)
{
#pragma acc update self(a[7:LONG + 1])
}

/* 550 rows of 16800 bytes, 62 of which fit a buffer. */
static void rows(void)
{
#pragma acc update device(m[0:ROWS][FROM:WIDTH])
#pragma acc update self(m[0:ROWS][FROM:WIDTH])
}

static const struct {
    const char *name;
    void (*once)(void);
} cases[] = { { "shorter", shorter }, { "up", up }, { "down", down }, { "rows", rows } };

/* What goes up comes down, and nothing beside it. Elements of a kernel's are between. */
static void there_and_back(unsigned char *p, size_t from, size_t bytes, unsigned salt)
{
    const size_t end = from + bytes;
    size_t wrong = 0;
    for (size_t k = 0; k < N; k++)
        p[k] = value(k, salt);
#pragma acc update device(p[from:bytes])
    memset(p, 0xa5, shared ? 0 : N);
#pragma acc parallel loop present(p[0:N])
    for (size_t k = from; k < end; k += STEP)
        p[k] += 1;
#pragma acc update self(p[from:bytes])
    for (size_t k = 0; k < N; k++) {
        const int moved = k >= from && k < end;
        const int ahead = moved && (k - from) % STEP == 0;
        const unsigned char right = moved || shared ? (unsigned char)(value(k, salt) + ahead) : 0xa5;
        wrong += p[k] != right;
    }
    CHECK(wrong == 0);
}

static void sizes(void)
{
    static const size_t of[][2] = { { 0, LONG - 1 }, { 0, LONG }, { 4093, LONG + MIB + 1 }, { 13, N - 13 } };
#pragma acc data create(a[0:N])
    for (size_t s = 0; s < sizeof of / sizeof *of; s++)
        there_and_back(a, of[s][0], of[s][1], (unsigned)s);
}

/* Data clauses move the whole array, and a construct in between sees it. */
static void clauses(void)
{
    size_t wrong = 0;
    unsigned char *b = malloc(N);
    if (!b)
        return;
    for (size_t k = 0; k < N; k++) {
        a[k] = value(k, 77);
        b[k] = value(k, 78);
    }
#pragma acc parallel loop copyin(a[0:N]) copy(b[0:N])
    for (size_t k = 0; k < N; k += STEP)
        b[k] = (unsigned char)(a[k] ^ 0x3c);
    for (size_t k = 0; k < N; k++)
        wrong += b[k] != (k % STEP == 0 ? value(k, 77) ^ 0x3c : value(k, 78));
    CHECK(wrong == 0);
    free(b);
}

static void check_rows(void)
{
    size_t wrong = 0;
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            m[j][i] = j * COLUMNS + i;
#pragma acc data create(m)
    {
#pragma acc update device(m[0:ROWS][FROM:WIDTH])
        memset(m, 0, shared ? 0 : sizeof m);
#pragma acc update self(m[0:ROWS][FROM:WIDTH])
    }
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++) {
            const int moved = shared || (i >= FROM && i < FROM + WIDTH);
            wrong += m[j][i] != (moved ? j * COLUMNS + i : 0);
        }
    CHECK(wrong == 0);
}

/* A copy that waits for what a queue has yet to do, and another one that the next kernel of the queue needs. */
static void behind_queues(void)
{
    size_t wrong = 0;
    for (size_t k = 0; k < N; k++)
        a[k] = value(k, 5);
#pragma acc data create(a[0:N])
    {
#pragma acc update device(a[0:N]) async(1)
        for (int turn = 0; turn < 3; turn++) {
#pragma acc parallel loop present(a[0:N]) async(1)
            for (size_t k = 0; k < N; k += STEP)
                a[k] += 3;
        }
#pragma acc update self(a[0:N]) wait(1)
        for (size_t k = 0; k < N; k++) {
            wrong += a[k] != (unsigned char)(value(k, 5) + (k % STEP == 0 ? 9 : 0));
            a[k] = value(k, 6);
        }
        CHECK(wrong == 0);
#pragma acc update device(a[0:N])
#pragma acc parallel loop present(a[0:N]) async(2)
        for (size_t k = 0; k < N; k += STEP)
            a[k] += 1;
#pragma acc update self(a[0:N]) wait(2)
    }
    for (size_t k = 0; k < N; k++)
        wrong += a[k] != (unsigned char)(value(k, 6) + (k % STEP == 0));
    CHECK(wrong == 0);
}

static void *one_of_several(void *salt)
{
    unsigned char *p = malloc(N);
    if (!p)
        return NULL;
#pragma acc data create(p[0:N])
    there_and_back(p, 3, N - 5, *(unsigned *)salt);
    free(p);
    return NULL;
}

/* Threads of the program that copy at once. */
static void several(void)
{
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    unsigned salts[THREADS];
    int started = 0;
    for (; started < THREADS; started++) {
        salts[started] = 100u * (unsigned)started;
        if (pthread_create(&threads[started], NULL, one_of_several, &salts[started]))
            break;
    }
    CHECK(started == THREADS);
    for (int t = 0; t < started; t++)
        pthread_join(threads[t], NULL);
}

/* Calls are counted with two threads, whatever the machine has: each thread makes the device's context its own. */
static void two_processors(void)
{
    cpu_set_t all, two;
    CPU_ZERO(&two);
    CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&two) < 2; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &two);
    CHECK(sched_setaffinity(0, sizeof two, &two) == 0);
}

int main(int argc, char **argv)
{
    a = malloc(N);
    if (!a)
        return 2;
    memset(a, 0, N);
    if (argc < 2) {
        shared = 1;
#pragma acc parallel copyin(shared)
        shared = 0;
        shared = !shared;
        sizes();
        clauses();
        check_rows();
        behind_queues();
        several();
        free(a);
        return CHECKED();
    }
    two_processors();
    const int turns = argc > 2 ? atoi(argv[2]) : 1;
#pragma acc data create(a[0:N], m)
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int turn = 0; turn < turns; turn++)
            if (strcmp(argv[1], cases[c].name) == 0)
                cases[c].once();
    free(a);
    return CHECKED();
}
