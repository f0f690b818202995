/* launch.c: what a launch takes, in microseconds of the host, by accrs and by the driver's cuLaunchKernel: waited for each time, queued behind each
 * other, with a sum that comes back, in a chain of ten; and an update of 4 KB. Argument 1: launches of a batch. */
#include "measure.h"

enum { N = 1024, CHAIN = 10 };
static double x[N], result;

static void waited_for(void)
{
#pragma acc parallel loop present(x)
    for (int i = 0; i < N; i++)
        x[i] += 1;
}
static void queued(void)
{
#pragma acc parallel loop present(x) async(QUEUE)
    for (int i = 0; i < N; i++)
        x[i] += 1;
}
static void with_sum(void)
{
    double s = 0;
#pragma acc parallel loop present(x) reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    result = s;
}
/* Each launch needs what the one before has written; the host waits for the last. */
static void chain(void)
{
    for (int k = 0; k < CHAIN; k++)
        queued();
#pragma acc wait(QUEUE)
}
static void with_data(void)
{
#pragma acc data present(x)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            x[i] += 1;
    }
}
static void update(void)
{
#pragma acc update device(x[0:512])
}

/* By the driver: launch.cu. */
static void raw(void)
{
    int n = N;
    void *dx = acc_deviceptr(x);
    HAND_LAUNCH("add", N / 128, 1, 1, 128, 1, &n, &dx);
}
static void raw_waited_for(void)
{
    raw();
    wait_for_work();
}
static void raw_with_sum(void)
{
    static device_ptr cell;
    int n = N;
    void *dx = acc_deviceptr(x);
    if (!cell)
        CU(cuMemAlloc_v2, (device_ptr *, size_t), &cell, sizeof result);
    CU(cuMemsetD8Async, (device_ptr, unsigned char, size_t, void *), cell, 0, sizeof result, hand_stream);
    HAND_LAUNCH("add_up", 1, 1, 1, 128, 1, &n, &dx, &cell);
    CU(cuMemcpyDtoHAsync_v2, (void *, device_ptr, size_t, void *), &result, cell, sizeof result, hand_stream);
    wait_for_work();
}
static void raw_chain(void)
{
    for (int k = 0; k < CHAIN; k++)
        raw();
    wait_for_work();
}
static void raw_update(void)
{
    CU(cuMemcpyHtoD_v2, (device_ptr, const void *, size_t), (device_ptr)acc_deviceptr(x), x, 4096);
}

static void one(const char *name, const char *by, void (*turn)(void), int turns)
{
    double ms[MOST_ROUNDS];
    batch(turn, turns);
    for (int r = 0; r < rounds; r++)
        ms[r] = batch(turn, turns);
    print_result(name, by, 0, 0, 1, ms, rounds);
}

int main(int argc, char **argv)
{
    int turns = (int)argument(argc, argv, 1, 10);
    int right = 0;
    begin("launch");
#pragma acc data create(x)
    {
        fill_array(x, 0, sizeof x);
        wait_for_work();
        struct {
            const char *name;
            void (*accrs)(void), (*raw)(void);
        } items[] = {
            {"launch, waited for", waited_for, raw_waited_for},
            {"launch, queued", queued, raw},
            {"launch with a sum", with_sum, raw_with_sum},
            {"chain of 10 launches", chain, raw_chain},
            {"launch in a data construct", with_data, NULL},
            {"update of 4 KB", update, raw_update},
        };
        for (size_t k = 0; k < sizeof items / sizeof *items; k++) {
            one(items[k].name, "accrs", items[k].accrs, turns);
            if (items[k].raw && hand_module)
                one(items[k].name, "driver", items[k].raw, turns);
        }
        /* What all these launches have left: the sum is right, and every element the same. */
        fill_array(x, 0, sizeof x);
        queued(), chain(), waited_for();
        with_sum();
        right = result == 12.0 * N;
    }
    printf("{\"item\": \"sum of launches\", \"right\": %s}\n", right ? "true" : "false");
    return !right;
}
