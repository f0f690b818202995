// Wrong arguments of API routines and executable directives: each ends the program with a message that names the routine, on
// the devices that have such an error (§3.2, §2.14, §2.16). One child process for each.
// env: ACC_NUM_SIM_DEVICES=2
// covers: api errors
// expect: device kernels=0
// faults: its children fail on purpose, and it looks at their ends
// openmp: it is about the runtime's messages
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int x, y, table[10], below = -1, none = -9;
static acc_device_t type;

/* Cases: a call, what its message holds, and whether it is an error where memory is shared as well. */
#define CASES                                                                                    \
    CASE(acc_set_device_type(acc_device_radeon), "acc_set_device_type: 8", 1)                     \
    CASE(acc_set_device_num(9, type), "acc_set_device_num: there is no", 0)                       \
    CASE(acc_init_device(9, type), "acc_init_device: there is no", 0)                             \
    CASE(acc_init_device(-1, type), "acc_init_device: there is no device -1", 1)                  \
    CASE(acc_shutdown_device(9, type), "acc_shutdown_device: there is no", 1)                     \
    CASE(acc_shutdown_device(-1, type), "acc_shutdown_device: there is no", 1)                    \
    CASE(acc_async_test(none), "acc_async_test: -9", 1)                                           \
    CASE(acc_async_test_device(1, 9), "acc_async_test_device: there is no", 1)                    \
    CASE(acc_async_test_device(1, -1), "acc_async_test_device: there is no", 1)                   \
    CASE(acc_async_test_all_device(-1), "acc_async_test_all_device: there is no", 1)              \
    CASE(acc_wait(none), "acc_wait: -9", 1)                                                       \
    CASE(acc_wait_device(1, -1), "acc_wait_device: there is no", 1)                               \
    CASE(acc_wait_all_device(9), "acc_wait_all_device: there is no", 1)                           \
    CASE(acc_wait_async(1, none), "acc_wait_async: -9", 1)                                        \
    CASE(acc_wait_device_async(1, 2, -1), "acc_wait_device_async: there is no", 1)                \
    CASE(acc_wait_all_async(none), "acc_wait_all_async: -9", 1)                                   \
    CASE(acc_wait_any(-1, &x), "acc_wait_any: -1", 1)                                             \
    CASE(acc_wait_any(1, &none), "acc_wait_any: -9", 1)                                           \
    CASE(acc_wait_any_device(1, &x, 9), "acc_wait_any: there is no", 1)                           \
    CASE(acc_set_default_async(none), "acc_set_default_async: -9", 1)                             \
    CASE(acc_copyin(0, 4), "acc_copyin: null pointer", 1)                                         \
    CASE(acc_create(0, 4), "acc_create: null pointer", 1)                                         \
    CASE(acc_copyin_async(&x, 4, none), "acc_copyin_async: -9", 1)                                \
    CASE((acc_create(table, 20), acc_copyin(table, 40)), "bytes 0 to 20 of those asked for", 0)   \
    CASE(acc_copyout(0, 4), "acc_copyout: null pointer", 1)                                       \
    CASE(acc_delete(&x, 4), "acc_delete: the section", 0)                                         \
    CASE(acc_copyout_finalize(&x, 4), "acc_copyout_finalize: the section", 0)                     \
    CASE((acc_create(table, 20), acc_delete(table, 40)), "acc_delete: the section", 0)            \
    CASE(acc_delete_async(&x, 0, none), "acc_delete_async: -9", 1)                                \
    CASE(acc_update_self(0, 4), "acc_update_self: null pointer", 1)                               \
    CASE(acc_update_device(&x, 4), "acc_update_device: the section", 0)                           \
    CASE((acc_create(table, 20), acc_update_self(table, 40)), "acc_update_self: the section", 0)  \
    CASE(acc_map_data(&x, 0, 4), "acc_map_data: null pointer", 1)                                 \
    CASE(acc_map_data(0, &x, 4), "acc_map_data: null pointer", 1)                                 \
    CASE(acc_map_data(&x, acc_malloc(4), 0), "acc_map_data: a section of no bytes", 1)            \
    CASE((acc_create(&x, 4), acc_map_data(&x, acc_malloc(4), 4)), "already present", 0)           \
    CASE(acc_unmap_data(0), "acc_unmap_data: null pointer", 1)                                    \
    CASE(acc_unmap_data(&x), "acc_unmap_data", 0)                                                 \
    CASE(acc_free(&x), "acc_free", 0)                                                             \
    CASE((acc_create(&x, 4), acc_free(acc_deviceptr(&x))), "acc_free", 0)                         \
    CASE(acc_memcpy_to_device(0, &x, 4), "acc_memcpy_to_device: null pointer", 1)                 \
    CASE(acc_memcpy_from_device(&x, 0, 4), "acc_memcpy_from_device: null pointer", 1)             \
    CASE(acc_memcpy_device(0, &x, 4), "acc_memcpy_device: null pointer", 1)                       \
    CASE(acc_memcpy_device_async(&x, &y, 4, none), "acc_memcpy_device_async: -9", 1)              \
    CASE(acc_memcpy_d2d(&x, &y, 4, 0, 9), "acc_memcpy_d2d: there is no", 1)                       \
    CASE(acc_memcpy_d2d(&x, &y, 4, -1, 0), "acc_memcpy_d2d: there is no", 1)                      \
    CASE(acc_memcpy_d2d(&x, 0, 4, 0, 0), "acc_memcpy_d2d: null pointer", 1)                       \
    CASE(acc_memcpy_d2d(&x, &y, 4, 0, 0), "acc_memcpy_d2d: the section", 0)                       \
    CASE(acc_attach(0), "acc_attach: null pointer", 1)                                            \
    CASE(acc_detach_finalize(0), "acc_detach_finalize: null pointer", 1)                          \
    CASE(init(), "(in init, init): there is no device -1", 1)                                     \
    CASE(shutdown_(), "(in shutdown_, shutdown): there is no device -1", 1)                       \
    CASE(set_(), "(in set_, set): there is no", 0)                                                \
    CASE(set_queue(), "(in set_queue, set): -9", 1)                                               \
    CASE(wait_device(), "(in wait_device, wait): there is no", 1)                                 \
    CASE(wait_clause(), "(in wait_clause, parallel): -9", 1)                                      \
    CASE(async_clause(), "(in async_clause, enter data): -9", 1)

static void init(void)
{
#pragma acc init device_num(below)
}

static void shutdown_(void)
{
#pragma acc shutdown device_num(below)
}

static void set_(void)
{
#pragma acc set device_num(9 + x)
}

static void set_queue(void)
{
#pragma acc set default_async(none)
}

static void wait_device(void)
{
#pragma acc wait(devnum: below: 1)
}

static void wait_clause(void)
{
#pragma acc parallel wait(none)
    {
    }
}

static void async_clause(void)
{
#pragma acc enter data create(x) async(none)
}

static void call(int n)
{
    int at = 0;
#define CASE(what, message, shared) if (n == at++) { what; }
    CASES
#undef CASE
}

/* The status and the messages of a process that runs case n. */
static int run(int n, char *text, size_t room)
{
    int ends[2], status = 0;
    size_t got = 0;
    ssize_t more;
    if (pipe(ends))
        return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        unsetenv("ACCRS_STATS");
        type = acc_get_device_type();
        call(n);
        _exit(0);
    }
    close(ends[1]);
    while (got + 1 < room && (more = read(ends[0], text + got, room - 1 - got)) > 0)
        got += more;
    text[got] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void)
{
    static const struct { const char *call, *message; int shared; } cases[] = {
#define CASE(what, message, shared) {#what, message, shared},
        CASES
    };
    char text[4096];
    for (int n = 0; n < (int)(sizeof cases / sizeof *cases); n++) {
        int status = run(n, text, sizeof text);
        int host = getenv("ACC_DEVICE_TYPE") && !strcmp(getenv("ACC_DEVICE_TYPE"), "multicore");
        if (host && !cases[n].shared)
            continue;
        if (status != 1 || !strstr(text, cases[n].message)) {
            printf("%s: status %d: %s\n", cases[n].call, status, text);
            check_failures++;
        }
    }
    return CHECKED();
}
