// Regions and data of several host threads at once.
// covers: several threads
// run: -O2 -pthread
// expect: device kernels=40
#include "check.h"
#include <pthread.h>
#define N 700
#define ROUNDS 10

static int wrong[4];

static void *work(void *which)
{
    int id = *(int *)which, a[N];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            a[i] = i * id;
        #pragma acc parallel loop copy(a)
        for (int i = 0; i < N; i++)
            a[i] += round;
        for (int i = 0; i < N; i++)
            wrong[id] += a[i] != i * id + round;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    int ids[4] = {0, 1, 2, 3};
    for (int t = 0; t < 4; t++)
        CHECK(pthread_create(&threads[t], NULL, work, &ids[t]) == 0);
    for (int t = 0; t < 4; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    for (int t = 0; t < 4; t++)
        CHECK(wrong[t] == 0);
    return CHECKED();
}
