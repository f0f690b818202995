// The profiling interface (chapter 5): a tool that is linked into the program hears of each event, with where, what and how much,
// starts before ends; callbacks in their order, backwards at ends; disabled and unregistered ones not at all.
// covers: prof events, prof registry
// expect: device kernels=2 uploads=2 downloads=1
// expect: multicore host_kernels=2
// openmp: it is about the profiling interface
#include "check.h"
#include <acc_prof.h>
#include <string.h>

#define N 100

static struct {
    int times[acc_ev_last];
    int open[acc_ev_last]; /* starts without an end yet */
    size_t bytes[acc_ev_last];
} seen;
static int other_thread, bad_tool, launch_line, gangs, lanes, parent[acc_ev_last], implicit[acc_ev_last], order[8], calls;
static long queue = -99;
static char name[32], kernel[64], function[32], file[256];
static acc_prof_reg reg, unreg;

static int is_end(int event)
{
    return (event >= 10 || event < 5) && event < 26 && (event % 2 != 0) == (event >= 10);
}

static void note(acc_prof_info *p, acc_event_info *e, acc_api_info *a)
{
    int event = p->event_type, start = event - 1;
    seen.times[event]++;
    CHECK(e->event_type == p->event_type && p->version == 202211 && p->valid_bytes >= 72 && a->valid_bytes >= 40);
    CHECK(p->device_type == a->device_type);
    parent[event] = e->other_event.parent_construct;
    implicit[event] = e->other_event.implicit;
    other_thread |= p->thread_id != 0;
    if (event >= 10 && event < 26 && event % 2 == 0) {
        seen.open[event]++;
        CHECK(e->other_event.tool_info == 0);
        e->other_event.tool_info = &seen.times[event];
    } else if (is_end(event) && event > 5) {
        seen.open[start]--;
        bad_tool |= e->other_event.tool_info != &seen.times[start];
    }
    if ((event >= acc_ev_create && event <= acc_ev_free) || (event >= 20 && event <= 23))
        seen.bytes[event] += e->data_event.bytes;
    if (event == acc_ev_enqueue_upload_start && e->data_event.var_name && e->data_event.host_ptr)
        strncpy(name, e->data_event.var_name, sizeof name - 1);
    if (event == acc_ev_enqueue_launch_start) {
        launch_line = p->line_no;
        gangs = (int)e->launch_event.num_gangs;
        lanes = (int)e->launch_event.vector_length;
        strncpy(kernel, e->launch_event.kernel_name, sizeof kernel - 1);
        strncpy(function, p->func_name, sizeof function - 1);
        strncpy(file, p->src_file, sizeof file - 1);
        CHECK(e->launch_event.num_gangs_per_dim[0] == 1 && e->launch_event.num_gangs_per_dim[1] == (size_t)gangs);
    }
    if (event == acc_ev_update_start)
        queue = p->async;
}

void acc_register_library(acc_prof_reg r, acc_prof_reg u, acc_prof_lookup_func lookup)
{
    reg = r;
    unreg = u;
    CHECK(lookup("anything") == 0);
    for (int i = acc_ev_device_init_start; i <= acc_ev_wait_end; i++)
        r((acc_event_t)i, note, acc_reg);
}

static void first(acc_prof_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)p, (void)e, (void)a;
    order[calls++ & 7] = 1;
}

static void second(acc_prof_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)p, (void)e, (void)a;
    order[calls++ & 7] = 2;
}

static void update(int *a)
{
    calls = 0;
    #pragma acc update self(a[0:1]) if_present
}

static void registration(void)
{
    int a[1] = {0};
    acc_callback_register(acc_ev_update_start, first, acc_reg);
    acc_callback_register(acc_ev_update_start, second, acc_reg);
    acc_prof_register(acc_ev_update_end, first, acc_reg);
    acc_prof_register(acc_ev_update_end, second, acc_reg);
    update(a);
    CHECK(calls == 4 && order[0] == 1 && order[1] == 2 && order[2] == 2 && order[3] == 1);
    unreg(acc_ev_update_start, second, acc_toggle);
    acc_callback_unregister(acc_ev_update_end, 0, acc_toggle);
    update(a);
    CHECK(calls == 1 && order[0] == 1);
    acc_callback_register(acc_ev_update_end, 0, acc_toggle);
    reg(acc_ev_update_start, second, acc_toggle);
    reg(acc_ev_update_start, first, acc_reg);
    acc_prof_unregister(acc_ev_update_start, first, acc_reg);
    update(a);
    CHECK(calls == 4 && order[0] == 1);
    acc_callback_unregister(acc_ev_none, 0, acc_toggle_per_thread);
    update(a);
    CHECK(calls == 0);
    acc_callback_register(acc_ev_none, 0, acc_toggle_per_thread);
    unreg(acc_ev_none, 0, acc_toggle);
    update(a);
    CHECK(calls == 0);
    reg(acc_ev_none, 0, acc_toggle);
    for (int event = acc_ev_update_start; event <= acc_ev_update_end; event++) {
        unreg((acc_event_t)event, first, acc_reg);
        unreg((acc_event_t)event, second, acc_reg);
    }
    update(a);
    CHECK(calls == 0);
}

int main(void)
{
    int a[N], s = 0, own = acc_get_device_type() != acc_device_host;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc data copyin(a)
    {
        #pragma acc parallel loop present(a) num_gangs(3) vector_length(32)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        CHECK(launch_line == __LINE__ - 3 && strstr(kernel, "main") && !strcmp(function, "main") && strstr(file, "prof_events.c"));
        CHECK(parent[acc_ev_compute_construct_end] == acc_construct_parallel && implicit[acc_ev_compute_construct_end] == 0);
        if (own)
            CHECK(gangs == 3 && lanes == 32 && !strcmp(name, "a") && implicit[acc_ev_enter_data_end] == 1);
        #pragma acc serial copy(s) async(4)
        s = 1;
        CHECK(parent[acc_ev_compute_construct_end] == acc_construct_serial);
        #pragma acc update device(a[0:1]) async(4) if(N < 0)
        #pragma acc wait(4)
    }
    CHECK(s == 1);
    CHECK(seen.times[acc_ev_compute_construct_start] == 2 && seen.times[acc_ev_enqueue_launch_start] == 2);
    CHECK(seen.times[acc_ev_wait_end] >= 1);
    if (own) {
        CHECK(seen.times[acc_ev_device_init_start] == 1 && seen.times[acc_ev_device_init_end] == 1);
        CHECK(seen.times[acc_ev_enqueue_upload_start] == 2 && seen.bytes[acc_ev_enqueue_upload_end] == sizeof a + sizeof s);
        CHECK(seen.times[acc_ev_enqueue_download_start] == 1 && seen.bytes[acc_ev_enqueue_download_end] == sizeof s);
        CHECK(seen.bytes[acc_ev_create] == sizeof a + sizeof s && seen.bytes[acc_ev_delete] == sizeof a + sizeof s);
        CHECK(seen.bytes[acc_ev_alloc] == seen.bytes[acc_ev_free]);
        CHECK(seen.times[acc_ev_enter_data_start] == 3 && seen.times[acc_ev_exit_data_end] == 3);
    }
    for (int event = 10; event < 26; event += 2)
        CHECK(seen.open[event] == 0 && seen.times[event] == seen.times[event + 1]);
    CHECK(!other_thread || !own);
    CHECK(!bad_tool);
    registration();
    #pragma acc update self(a[0:1]) async(6) if_present
    CHECK(queue == 6 && parent[acc_ev_update_start] == acc_construct_update);
    acc_wait(6);
    if (own) {
        acc_shutdown(acc_get_device_type());
        CHECK(seen.times[acc_ev_device_shutdown_start] == 1 && seen.times[acc_ev_device_shutdown_end] == 1);
    }
    CHECK(seen.times[acc_ev_runtime_shutdown] == 0);
    return CHECKED();
}
