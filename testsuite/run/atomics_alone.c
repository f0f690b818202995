// On the cores one thread updates plainly what is atomic, if no other construct runs at the same time. Constructs of several host threads, of an OpenMP
// region of the program's, and of queues must not lose an update.
// run: -O2 -fopenmp -pthread
// again: ACCRS_CORES=never
// again: ACCRS_CORES=always OMP_NUM_THREADS=3
// expect: multicore host_kernels=203
// expect: device kernels=203
#include "check.h"
#include <pthread.h>
#include <string.h>

enum { N = 2000, CELLS = 40, THREADS = 4, TIMES = 12 };

struct cell { double sum; int count; char name[4]; };

static struct cell cells[CELLS];
static int to[N * (THREADS * TIMES + 8)], found, key[N], row[N + 1];

/* Members beside others, and places that are handed out: no copies can be made of these. */
static void scatter(int n)
{
#pragma acc parallel loop present(cells, key)
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        cells[key[i]].sum += 1 + i % 3;
#pragma acc atomic
        cells[key[i]].count++;
    }
}

static void compact(int n)
{
#pragma acc parallel loop present(found, to, key)
    for (int i = 0; i < n; i++)
        if (key[i] < CELLS / 2) {
            int at;
#pragma acc atomic capture
            at = found++;
            to[at] = i;
        }
}

/* Any amount of work. */
static void rows(int n)
{
#pragma acc parallel loop present(cells, key, row)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++) {
#pragma acc atomic
            cells[key[k]].count += 2;
        }
}

static void *thread(void *unused)
{
    for (int t = 0; t < TIMES; t++) {
        scatter(N);
        compact(N);
        rows(N);
    }
    return unused;
}

static void queues(void)
{
    for (int q = 0; q < 4; q++) {
#pragma acc parallel loop present(cells, key) async(q)
        for (int i = 0; i < N; i++) {
#pragma acc atomic
            cells[key[i]].count++;
        }
    }
#pragma acc wait
}

static int entries;

static void check(void)
{
    int halves = 0;
    for (int i = 0; i < N; i++)
        halves += key[i] < CELLS / 2;
    for (int c = 0; c < CELLS; c++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < N; i++)
            if (key[i] == c)
                sum += 1 + i % 3, count++;
        CHECK(cells[c].sum == entries * sum);
        CHECK(cells[c].count == 3 * entries * count + 4 * count * (entries > THREADS * TIMES + 1));
        CHECK(strcmp(cells[c].name, "abc") == 0);
    }
    CHECK(found == entries * halves);
    static int seen[N];
    memset(seen, 0, sizeof seen);
    for (int k = 0; k < found; k++)
        seen[to[k]]++;
    for (int i = 0; i < N; i++)
        CHECK(seen[i] == (key[i] < CELLS / 2 ? entries : 0));
}

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = i * 7 % 31 + i % 10, row[i] = i;
    row[N] = N;
    for (int c = 0; c < CELLS; c++)
        strcpy(cells[c].name, "abc");
#pragma acc enter data copyin(cells, found, key, row) create(to)
    scatter(N);
    compact(N);
    rows(N);
    entries = 1;
#pragma acc update self(cells, found, to)
    check();

    pthread_t all[THREADS];
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_create(&all[t], NULL, thread, NULL) == 0);
    for (int t = 0; t < THREADS; t++)
        pthread_join(all[t], NULL);
    entries += THREADS * TIMES;
#pragma acc update self(cells, found, to)
    check();

#pragma omp parallel num_threads(3)
    {
        scatter(N);
        compact(N);
        rows(N);
    }
    entries += 3;
    for (int t = 0; t < 20; t++) {
        scatter(0);
        rows(0);
    }
    scatter(N);
    compact(N);
    rows(N);
    entries++;
    queues();
#pragma acc exit data copyout(cells, found, to) delete (key, row)
    check();
    return CHECKED();
}
