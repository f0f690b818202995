/* copies.c: copies between host and device of N doubles (argument 1), from memory that malloc gives and from memory that is registered, by accrs and by
 * the driver; and in parts, each of which is copied, computed and copied back, on one queue and on three beside each other. */
#include "measure.h"

enum { PARTS = 16 };
static long n;
static double *x;

static void up(void) { acc_update_device(x, (size_t)n * sizeof *x); }
static void down(void) { acc_update_self(x, (size_t)n * sizeof *x); }
static void raw_up(void)
{
    CU(cuMemcpyHtoD_v2, (device_ptr, const void *, size_t), (device_ptr)acc_deviceptr(x), x, (size_t)n * sizeof *x);
}
static void raw_down(void)
{
    CU(cuMemcpyDtoH_v2, (void *, device_ptr, size_t), x, (device_ptr)acc_deviceptr(x), (size_t)n * sizeof *x);
}

/* So many that a kernel takes about as long as a copy. */
static int repeats = 1;
static void compute(long from, long count, int queue)
{
#pragma acc parallel loop present(x[0:n]) async(queue)
    for (long i = from; i < from + count; i++) {
        double v = x[i];
        for (int k = 0; k < repeats; k++)
            v = v * 0.999 + 0.001;
        x[i] = v;
    }
}
static void computed(void)
{
    compute(0, n, QUEUE);
}
static void in_parts(int queues)
{
    long part = n / PARTS;
    for (int p = 0; p < PARTS; p++) {
        int queue = QUEUE + p % queues;
#pragma acc update device(x[p * part:part]) async(queue)
        compute(p * part, part, queue);
#pragma acc update self(x[p * part:part]) async(queue)
    }
#pragma acc wait
}
static void one_queue(void) { in_parts(1); }
static void three_queues(void) { in_parts(3); }

static void one(const char *name, const char *by, void (*turn)(void), double copies)
{
    double ms[MOST_ROUNDS];
    int turns = turns_of(turn);
    for (int r = 0; r < rounds; r++)
        ms[r] = batch(turn, turns);
    print_result(name, by, copies * (double)n * sizeof *x, 0, 1, ms, rounds);
}

/* Whether what goes up comes down, whole and in parts. */
static int wrong(void)
{
    long bad = 0;
    for (long i = 0; i < n; i++)
        x[i] = (double)i;
    up();
    memset(x, 0xff, (size_t)n * sizeof *x);
    down();
    for (long i = 0; i < n; i++)
        bad += x[i] != (double)i;
    three_queues();
    for (long i = 0; i < n; i++)
        bad += !(fabs(x[i] - (0.999 * (double)i + 0.001)) <= 1e-9 * (double)n);
    return bad != 0;
}

static void each_way(const char *memory)
{
    char name[4][64];
    static const char *way[] = {"to the device", "from the device"};
    void (*turn[2][2])(void) = {{up, raw_up}, {down, raw_down}};
    for (int w = 0; w < 2; w++) {
        snprintf(name[w], sizeof name[w], "%s memory %s", memory, way[w]);
        one(name[w], "accrs", turn[w][0], 1);
        one(name[w], "driver", turn[w][1], 1);
    }
    if (n > 100000) {
        repeats = 256;
        batch(computed, 1);
        double copying = batch(up, 1), many = batch(computed, 1), wanted = repeats * copying / many;
        repeats = wanted < 1 ? 1 : wanted > 20000 ? 20000 : (int)wanted;
    }
    snprintf(name[2], sizeof name[2], "%s memory in parts, one queue", memory);
    snprintf(name[3], sizeof name[3], "%s memory in parts, three queues", memory);
    one(name[2], "accrs", one_queue, 2);
    one(name[3], "accrs", three_queues, 2);
}

int main(int argc, char **argv)
{
    n = argument(argc, argv, 1, 4096) / PARTS * PARTS;
    begin("copies");
    int bad = 0;
    for (int registered = 0; registered < 2; registered++) {
        size_t bytes = (size_t)n * sizeof *x;
        x = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
        if (!x)
            return 2;
        if (registered)
            CU(cuMemHostRegister_v2, (void *, size_t, unsigned), x, bytes, 0);
        repeats = 1;
#pragma acc data create(x[0:n])
        {
            bad += wrong();
            each_way(registered ? "registered" : "pageable");
        }
        if (registered)
            CU(cuMemHostUnregister, (void *), x);
        free(x);
    }
    printf("{\"item\": \"what was copied\", \"right\": %s}\n", bad ? "false" : "true");
    return bad != 0;
}
