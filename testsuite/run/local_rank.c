// Processes of a job on one machine use its devices in turn, by the rank that their launcher tells, unless something else chooses a device.
// devices: sim nvidia
// env: ACC_NUM_SIM_DEVICES=3 ACCRS_GPU_DEVICES=3
// again: OMPI_COMM_WORLD_LOCAL_RANK=1 WANTED=1
// again: MPI_LOCALRANKID=5 WANTED=2
// again: MV2_COMM_WORLD_LOCAL_RANK=2 WANTED=2
// again: SLURM_LOCALID=7 WANTED=1
// again: SLURM_LOCALID=7 OMPI_COMM_WORLD_LOCAL_RANK=2 WANTED=2
// again: OMPI_COMM_WORLD_LOCAL_RANK=1 ACC_DEVICE_NUM=0 WANTED=0
// again: OMPI_COMM_WORLD_LOCAL_RANK=2 ACC_NUM_SIM_DEVICES=1 ACCRS_GPU_DEVICES=1 WANTED=0
// again: OMPI_COMM_WORLD_LOCAL_RANK=first WANTED=0
// openmp: devices have numbers here
#include "check.h"
#include <openacc.h>
#include <stdlib.h>

int main(void)
{
    const char *wanted = getenv("WANTED");
    int n = wanted ? atoi(wanted) : 0, seen = -1;
    acc_device_t type = acc_get_device_type();
    CHECK(acc_get_device_num(type) == n);
    int a[10] = {0};
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 10; i++)
        a[i] = i;
    CHECK(acc_get_device_num(type) == n && a[9] == 9);
    // What the program chooses is what it gets.
    acc_set_device_num(0, type);
    seen = acc_get_device_num(type);
    CHECK(seen == 0);
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 10; i++)
        a[i] += 1;
    CHECK(a[9] == 10);
    return CHECKED();
}
