// Managed memory: what the program allocates is used by host and device where it is; variables have copies on the device.
// run: -O2 -gpu=managed
// again: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2 ACC_DEVICE_NUM=1
// expect: device kernels=8 uploads=2 upload_bytes=4004 downloads=2 allocs=2 in_order=1
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#include <string.h>
#define N 1000

struct node {
    int n;
    int *x;
    struct node *next;
};

static int table[N];

// A list whose nodes and arrays no clause names.
static struct node *make(int length)
{
    struct node *list = NULL;
    while (length--) {
        struct node *one = malloc(sizeof *one);
        one->n = N;
        one->x = calloc(N, sizeof *one->x);
        one->next = list;
        list = one;
    }
    return list;
}

// Libraries enlarge and free what the program has allocated, and the other way round.
static void libraries(void)
{
    size_t size = 4;
    char *line = malloc(size);
    FILE *f = fopen("/proc/self/status", "r");
    CHECK(f && getline(&line, &size, f) > 4 && !strncmp(line, "Name:", 5));
    if (f)
        fclose(f);
    free(line);
    char *copy = strdup("one");
    copy = realloc(copy, 5000);
    CHECK(!strcmp(copy, "one"));
    free(copy);
    void *aligned = NULL;
    CHECK(!posix_memalign(&aligned, 4096, 10000) && (size_t)aligned % 4096 == 0);
    memset(aligned, 1, 10000);
    free(aligned);
    free(NULL);
    char *grown = malloc(10);
    strcpy(grown, "grown");
    for (size_t n = 20; n < 3000000; n *= 3)
        grown = realloc(grown, n);
    CHECK(!strcmp(grown, "grown"));
    free(grown);
}

int main(void)
{
    int n = N, *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b);
    struct node *list = make(3);
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])
    for (int i = 0; i < n; i++)
        b[i] += 2 * a[i];
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (struct node *p = list; p; p = p->next)
            p->x[i] += b[i];
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i && list->next->next->x[i] == 2 * i);

    // A variable has a copy, which clauses move.
    #pragma acc parallel loop copy(table) present(a[0:n])
    for (int i = 0; i < n; i++)
        table[i] = table[i] + a[i];
    for (int i = 0; i < N; i++)
        CHECK(table[i] == i);

    // Unstructured data, updates, the API: nothing to do, and the values are there at once.
    #pragma acc enter data copyin(a[0:n]) create(b[10:20])
    CHECK(acc_is_present(a, N * sizeof *a) && acc_is_present(b, N * sizeof *b));
    CHECK(acc_deviceptr(a) == a && acc_hostptr(b) == b);
    CHECK(acc_copyin(a, 100) == a);
    a[3] = 77;
    #pragma acc update device(a[0:n])
    #pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    CHECK(b[3] == 78);
    #pragma acc update self(b[0:n])
    #pragma acc exit data delete(a[0:n]) copyout(b[10:20])
    #pragma acc host_data use_device(a)
    CHECK(a == acc_deviceptr(a));

    // Two sections that overlap: in shared memory nothing tells them apart, so the launch asks.
    int *p = a, *q = a + 1;
    a[0] = 5;
    #pragma acc kernels copy(p[0:n - 1], q[0:n - 1])
    for (int i = 0; i < n - 1; i++)
        q[i] = p[i] + 1;
    CHECK(a[N - 1] == 5 + N - 1);

    // A queue, and a copy of its own.
    int own[4] = {1, 2, 3, 4};
    #pragma acc parallel loop async(1) firstprivate(own)
    for (int i = 0; i < n; i++)
        a[i] = own[i % 4];
    #pragma acc parallel loop async(1) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    #pragma acc wait(1)
    CHECK(a[2] == 6 && a[N - 1] == 8);

    int sum = 0;
    #pragma acc parallel loop reduction(+:sum) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        sum += a[i];
    CHECK(sum == 5 * N);
    libraries();
    while (list) {
        struct node *next = list->next;
        free(list->x);
        free(list);
        list = next;
    }
    free(a);
    free(b);
    return CHECKED();
}
