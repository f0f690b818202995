/* The present table: look-ups, insertion, removal, and the memory that a range takes.
 *
 * 100,000 ranges of 64 bytes, 128 bytes apart, are mapped in a shuffled order onto device
 * memory (acc_map_data: no allocation, no copy, the table alone); then one million look-ups
 * of sections inside them, and of sections in the gaps, in random order. One thread.
 * Compiles with any OpenACC compiler; scripts/bench-present.sh runs it with accrs (on
 * sim) and with gcc's libgomp side by side. libgomp's acc_map_data looks through the whole table at
 * each call (gcc 12: ten minutes for these), so with gcc acc_create and acc_delete fill the
 * table; the device memory that they take (80 bytes a range of malloc's) is in its figures.
 *
 * usage: present [LIMIT]     exit 1 if the look-ups take more than LIMIT seconds, or a
 *                            range more than 200 bytes
 */
#include <malloc.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RANGES 100000
#define LOOKUPS 1000000
#define BYTES 64
#define STEP 128

static unsigned long long state = 88172645463325252ULL;

static unsigned next(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 16) % below);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned *shuffled(unsigned n)
{
    unsigned *order = malloc(n * sizeof *order);
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n; i > 1; i--) {
        unsigned j = next(i), t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
    return order;
}

static char *host, *device;

static void map_all(const unsigned *order, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
#ifdef CREATE
        acc_create(host + (size_t)order[i] * STEP, BYTES);
#else
        acc_map_data(host + (size_t)order[i] * STEP, device + (size_t)order[i] * STEP, BYTES);
#endif
}

static void unmap_all(const unsigned *order, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
#ifdef CREATE
        acc_delete(host + (size_t)order[i] * STEP, BYTES);
#else
        acc_unmap_data(host + (size_t)order[i] * STEP);
#endif
}

/* Nanoseconds for each insertion and removal in a table of n ranges. */
static void cost(unsigned n)
{
    unsigned *order = shuffled(n), *back = shuffled(n);
    double t0 = now();
    map_all(order, n);
    double t1 = now();
    unmap_all(back, n);
    double t2 = now();
    printf("%8u ranges: insert %4.0f ns, remove %4.0f ns each\n", n, (t1 - t0) / n * 1e9, (t2 - t1) / n * 1e9);
    free(order);
    free(back);
}

int main(int argc, char **argv)
{
    double limit = argc > 1 ? atof(argv[1]) : 1e9;
    host = calloc(RANGES, STEP);
    device = acc_malloc((size_t)RANGES * STEP);
    if (!host || !device || acc_is_present(host, 1)) {
        puts("no device with a table: its memory is the host's");
        return 2;
    }
    cost(1000);
    cost(10000);
    cost(RANGES);

    unsigned *order = shuffled(RANGES), *asked = malloc(LOOKUPS * sizeof *asked);
    for (unsigned i = 0; i < LOOKUPS; i++)
        asked[i] = next(RANGES);
    size_t before = mallinfo2().uordblks;
    map_all(order, RANGES);
    double bytes = (double)(mallinfo2().uordblks - before) / RANGES;

    unsigned found = 0, absent = 0;
    double t0 = now();
    for (unsigned i = 0; i < LOOKUPS; i++)
        found += acc_is_present(host + (size_t)asked[i] * STEP + i % 32, 1 + i % 32) != 0;
    double t1 = now();
    for (unsigned i = 0; i < LOOKUPS; i++)
        absent += acc_is_present(host + (size_t)asked[i] * STEP + BYTES + i % 32, 1 + i % 32) == 0;
    double t2 = now();
    printf("%d look-ups among %d ranges: %.3f s found, %.3f s absent; %.0f bytes a range\n", LOOKUPS, RANGES, t1 - t0,
           t2 - t1, bytes);
    unmap_all(order, RANGES);
    if (found != LOOKUPS || absent != LOOKUPS || acc_is_present(host, 1)) {
        printf("wrong answers: %u found, %u absent\n", found, absent);
        return 1;
    }
    return t1 - t0 > limit || t2 - t1 > limit || (argc > 1 && bytes > 200);
}
