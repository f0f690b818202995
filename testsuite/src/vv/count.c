/* A library for ACC_PROFLIB that counts kernels as compilers other than accrs launch them: acc_ev_enqueue_launch_start of
 * OpenACC's profiling interface (section 5). Written to $VV_KERNELS when the program ends. */
#include <acc_prof.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long launches;

static void launched(acc_prof_info *info, acc_event_info *event, acc_api_info *api)
{
    (void)info;
    (void)event;
    (void)api;
    __atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED);
}

static void write_count(void)
{
    const char *path = getenv("VV_KERNELS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", launches);
        fclose(file);
    }
}

void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup)
{
    (void)unreg;
    (void)lookup;
    reg(acc_ev_enqueue_launch_start, launched, acc_reg);
    atexit(write_count);
}
