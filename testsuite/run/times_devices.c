// Times with two host threads, each with a device and two queues: nothing of any of them is lost, or another's.
// run: -O2 -pthread
// devices: sim nvidia
// env: ACC_NUM_SIM_DEVICES=2
// times: device line 28 reached=2
// times: device line 28 upload a[0:n] count=2 bytes=160000
// times: device line 28 download a[0:n] count=2 bytes=160000
// times: device line 32 reached=100
// times: device line 32 kernel times_devices_work_32 launches=100
// times: device line 35 reached=100
// times: device line 35 kernel times_devices_work_35 launches=100
// times: device line 38 waits>=2
// times: device line 51 kernel times_devices_main_51 launches=1
#include "check.h"
#include <openacc.h>
#include <pthread.h>
#include <stdlib.h>

static int wrong[2];

static void *work(void *which)
{
    int id = *(int *)which, n = 10000;
    double *a = malloc(sizeof *a * n);
    acc_set_device_num(id, acc_get_device_type());
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma acc data copy(a[0:n])
    {
        for (int turn = 0; turn < 50; turn++)
        {
#pragma acc parallel loop async(2*id)
            for (int i = 0; i < n / 2; i++)
                a[i] += 1;
#pragma acc parallel loop async(2*id+1)
            for (int i = n / 2; i < n; i++)
                a[i] += 2;
#pragma acc wait
        }
    }
    for (int i = 0; i < n; i++)
        wrong[id] += a[i] != i + (i < n / 2 ? 50 : 100);
    free(a);
    return NULL;
}

int main(void)
{
    int ids[2] = {0, 1}, sum = 0;
    pthread_t threads[2];
#pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, &ids[k]);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    CHECK(sum == 45 && wrong[0] == 0 && wrong[1] == 0);
    return CHECKED();
}
