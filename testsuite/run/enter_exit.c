// enter data and exit data across functions; the counts of structured and dynamic references; finalize.
// covers: data dynamic count, data finalize
// expect: device kernels=3 uploads=2 downloads=2
#include "check.h"
#include "device.h"
#include <stdlib.h>
#define N 300

struct buffer {
    int *data;
};

static void open(struct buffer *b)
{
    int *data = b->data = malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
        data[i] = i;
    #pragma acc enter data copyin(data[0:N])
}

static void work(struct buffer *b)
{
    int *data = b->data;
    (void)data;
    #pragma acc parallel loop present(data[0:N])
    for (int i = 0; i < N; i++)
        data[i] += 1;
}

static void close(struct buffer *b)
{
    int *data = b->data;
    (void)data;
    #pragma acc exit data copyout(data[0:N])
}

int main(void)
{
    struct buffer b;
    open(&b);
    work(&b);
    #pragma acc enter data create(b.data[0:N])
    work(&b);
    #pragma acc exit data delete(b.data[0:N])
    work(&b);
    if (discrete())
        CHECK(b.data[5] == 5);
    close(&b);
    for (int i = 0; i < N; i++)
        CHECK(b.data[i] == i + 3);
    int *data = b.data;
    (void)data;
    #pragma acc enter data copyin(data[0:N])
    #pragma acc enter data copyin(data[0:N])
    #pragma acc exit data copyout(data[0:N]) finalize
    free(b.data);
    return CHECKED();
}
