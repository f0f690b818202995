// The program ends while another thread is in its constructs, by the end of main or by exit in the other thread: what that one asks of a driver that has ended is no error.
// run: -O2 -pthread
// again: HOW=exit
// again: HOW=late ACCRS_GPU_ENDS=cuLaunchKernel
// expect: device kernels>=1
// expect: multicore host_kernels>=1
// openmp: the end of the program is about the runtime
// faults: how many calls there are is a matter of luck
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#define N 1000

static atomic_int turns;
static int x[N];

static void *work(void *own)
{
    int *a = own;
#pragma acc enter data create(a[0:N])
    while (turns >= 0) {
#pragma acc parallel loop present(a[0:N]) async(1)
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma acc wait(1)
#pragma acc update self(a[0:N])
        turns++;
    }
    return own;
}

static void *leave(void *none)
{
    while (turns < 3)
        usleep(1000);
    exit(none != NULL);
}

static void late(void)
{
    usleep(20000);
}

int main(void)
{
    const char *how = getenv("HOW");
    pthread_t other;
    atexit(late);
#pragma acc parallel loop copyout(x)
    for (int i = 0; i < N; i++)
        x[i] = i;
    atexit(late);
    int ends_other = how && how[0] == 'e';
    if (x[7] != 7 || pthread_create(&other, NULL, ends_other ? leave : work, ends_other ? NULL : x))
        return 1;
    if (ends_other)
        work(x);
    while (turns < 3)
        usleep(1000);
    return 0;
}
