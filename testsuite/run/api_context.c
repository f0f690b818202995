// The program makes other contexts current, as CUDA libraries do: constructs find their own, and leave the program's as it was.
// devices: nvidia
// run: -O2 -ldl
// openmp: it is about CUDA
// faults: it calls the driver itself
#include "check.h"
#include <dlfcn.h>
#include <openacc.h>
#include <stdlib.h>

enum { N = 1000 };
static int a[N];

typedef int set_current(void *);
typedef int get_current(void **);
typedef int create(void **, unsigned, int);

static int add(int n)
{
    int sum = 0;
#pragma acc parallel loop present(a) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        a[i] += n;
        sum += a[i];
    }
    return sum;
}

int main(void)
{
    void *other = NULL, *now = NULL;
#pragma acc enter data copyin(a)
    CHECK(add(1) == N);
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    set_current *set = cuda ? (set_current *)dlsym(cuda, "cuCtxSetCurrent") : NULL;
    get_current *get = cuda ? (get_current *)dlsym(cuda, "cuCtxGetCurrent") : NULL;
    create *make = cuda ? (create *)dlsym(cuda, "cuCtxCreate_v2") : NULL;
    CHECK(set && get && make);
    if (!set || !get || !make)
        return CHECKED();

    CHECK(set(NULL) == 0);
    CHECK(add(1) == 2 * N);

    CHECK(set(NULL) == 0);
#pragma acc update self(a)
    CHECK(a[N - 1] == 2);

    CHECK(set(NULL) == 0);
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    CHECK(set(NULL) == 0);
#pragma acc wait(1)

    CHECK(make(&other, 0, 0) == 0);
#define IS_OTHER() CHECK(get(&now) == 0 && now == other)
    IS_OTHER();
    CHECK(add(1) == 4 * N);
    IS_OTHER();
#pragma acc parallel loop present(a) async(2)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    IS_OTHER();
#pragma acc wait(2) async(3)
    IS_OTHER();
    void *more = acc_malloc(100);
    IS_OTHER();
    acc_free(more);
    IS_OTHER();
#pragma acc update self(a) async(3)
#pragma acc wait
    IS_OTHER();
    CHECK(a[0] == 5);
#pragma acc exit data copyout(a)
    IS_OTHER();
    CHECK(a[0] == 5);
    return CHECKED();
}
