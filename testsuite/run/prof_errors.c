// Error events (§1.5, §5.1.11): the callbacks come before the message and the end, each with the standard's code.
// covers: prof errors
// env: ACC_NUM_SIM_DEVICES=1
// devices: sim
// openmp: it is about the profiling interface
// faults: its children fail on purpose, and it looks at their ends
#include "check.h"
#include <acc_callback.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int x, y[10];

/* Ends the process itself, so that its status tells what was seen. */
static void failed(acc_callback_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)a;
    if (p->event_type != acc_ev_error || e->error_event.implicit != 1 || !e->error_event.error_message[0])
        _exit(99);
    _exit(e->error_event.error_code);
}

static void present(void)
{
#pragma acc parallel present(y)
    {
        y[0] = 1;
    }
}

static void part(void)
{
    acc_create(y, 20);
#pragma acc data copyin(y)
    {
    }
}

static void device(void)
{
#pragma acc set device_num(3)
}

static void queue(int n)
{
#pragma acc wait(n)
}

#define CASES                                                                  \
    CASE(present(), acc_error_not_present)                                     \
    CASE(part(), acc_error_partly_present)                                     \
    CASE(device(), acc_error_device_unavailable)                               \
    CASE(queue(-8), acc_error_invalid_async)                                   \
    CASE(acc_copyin(0, 4), acc_error_invalid_null_pointer)                     \
    CASE(acc_delete(&x, 4), acc_error_not_present)                             \
    CASE((acc_create(&x, 4), acc_map_data(&x, acc_malloc(4), 4)), acc_error_present) \
    CASE(acc_map_data(&x, acc_malloc(4), 0), acc_error_invalid_argument)       \
    CASE(acc_set_device_type(acc_device_radeon), acc_error_device_type_unavailable) \
    CASE(acc_set_device_type(acc_device_nvidia), acc_error_wrong_device_type)  \
    CASE(acc_copyin(y, (size_t)1 << 60), acc_error_out_of_memory)

static void call(int n)
{
    int at = 0;
#define CASE(what, code) if (n == at++) { what; }
    CASES
#undef CASE
}

int main(void)
{
    static const struct { const char *call; int code; } cases[] = {
#define CASE(what, code) {#what, code},
        CASES
    };
    for (int n = 0; n < (int)(sizeof cases / sizeof *cases); n++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            acc_callback_register(acc_ev_error, failed, acc_reg);
            call(n);
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != cases[n].code) {
            printf("%s: %d, not %d\n", cases[n].call, WEXITSTATUS(status), cases[n].code);
            check_failures++;
        }
    }
    return CHECKED();
}
