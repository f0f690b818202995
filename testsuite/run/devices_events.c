// What each of the devices does that share a loop, as a tool hears it: its launches, and the bytes that go there and come back. What all iterations read goes to each.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=3 ACCRS_GPU_DEVICES=3
// expect: device kernels=4 device_parts=3
// launch: devices_events_product_71_part device=sim:1
// launch: devices_events_product_71_part device=nvidia:2
// times: device line 71 kernel devices_events_product_71_part launches=3
// times: device line 71 upload x[0:m] count=3 bytes=264
// times: device line 71 upload a[0:n*m] count=3 bytes=8800
// times: device line 71 download y[0:n] count=3 bytes=800
// openmp: it is about the profiling interface
// faults: it counts what each device does, and where one fails to open, another one does all of it
#include "check.h"
#include <acc_prof.h>
#include <openacc.h>
#include <stdlib.h>

#define DEVICES 3

static struct {
    int launches, uploads, downloads;
    size_t sent, fetched;
} seen[DEVICES];
static int elsewhere, other_thread;

static void note(acc_prof_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)a;
    other_thread |= p->thread_id != 0;
    if (p->device_number < 0 || p->device_number >= DEVICES) {
        elsewhere++;
        return;
    }
    switch (p->event_type) {
    case acc_ev_enqueue_launch_start:
        seen[p->device_number].launches++;
        break;
    case acc_ev_enqueue_upload_start:
        seen[p->device_number].uploads++;
        seen[p->device_number].sent += e->data_event.bytes;
        break;
    case acc_ev_enqueue_download_start:
        seen[p->device_number].downloads++;
        seen[p->device_number].fetched += e->data_event.bytes;
        break;
    default:
        break;
    }
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup)
{
    (void)unreg;
    (void)lookup;
    reg(acc_ev_enqueue_launch_start, note, acc_reg);
    reg(acc_ev_enqueue_upload_start, note, acc_reg);
    reg(acc_ev_enqueue_download_start, note, acc_reg);
}

static void forget(void)
{
    for (int k = 0; k < DEVICES; k++) {
        seen[k].launches = seen[k].uploads = seen[k].downloads = 0;
        seen[k].sent = seen[k].fetched = 0;
    }
}

static void product(int n, int m, double *restrict y, const double *a, const double *x)
{
    // Each row of a goes to one device, x to all.
#pragma acc parallel loop copyin(a[0:n*m], x[0:m]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}

static double one(double *restrict y, int n)
{
#pragma acc parallel loop copyin(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 1;
    return y[0];
}

int main(void)
{
    enum { N = 100, M = 11 };
    double *a = malloc(N * M * sizeof *a), x[M], y[N];
    for (int i = 0; i < N * M; i++)
        a[i] = i;
    for (int j = 0; j < M; j++)
        x[j] = 1;
    product(N, M, y, a, x);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 11.0 * 11 * i + 55);
    if (acc_get_device_type() != acc_device_host) {
        // 33, 33 and 34 rows.
        for (int k = 0; k < DEVICES; k++) {
            size_t rows = k == 2 ? 34 : 33;
            CHECK(seen[k].launches == 1 && seen[k].uploads == 2 && seen[k].downloads == 1);
            CHECK(seen[k].sent == (rows * M + M) * sizeof(double) && seen[k].fetched == rows * sizeof(double));
        }
        // Fewer iterations than devices: the others have nothing to do.
        forget();
        one(y, 1);
        CHECK(seen[0].launches == 1 && seen[1].launches == 0 && seen[2].launches == 0);
        CHECK(elsewhere == 0 && !other_thread);
    }
    free(a);
    return CHECKED();
}
