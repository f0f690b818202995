// Data routines (3.2.16 to 3.2.30): each family, with its asynchronous and finalizing forms, by what they do to counts and bytes.
// expect: sim kernels=3 uploads=10 downloads=8 attaches=2
// expect: multicore host_kernels=3 uploads=0
#include "check.h"
#include "device.h"
#ifdef _OPENACC
#include <stdlib.h>
#define N 200
#define BYTES (N * sizeof(int))

static int here(void *p) { return acc_is_present(p, BYTES); }
/* Present on a device with its own memory only while mapped. */
#define MAPPED(p) CHECK(here(p))
#define GONE(p) CHECK(!discrete() || !here(p))

static void lifetimes(int *a)
{
    int *d = acc_copyin(a, BYTES); /* upload 1 */
    CHECK(d == acc_deviceptr(a) && acc_hostptr(d + 3) == a + 3 && (d != a) == discrete());
    CHECK(acc_create(a, BYTES) == d && acc_present_or_copyin(a, BYTES) == d && acc_pcopyin(a, BYTES) == d);
    CHECK(acc_pcreate(a, BYTES) == d && acc_present_or_create(a + 5, BYTES / 2) == d + 5);
    for (int i = 0; i < 5; i++) {
        acc_delete(a, BYTES);
        MAPPED(a);
    }
    a[7] = -7;
    acc_copyout(a, BYTES); /* download 1 */
    GONE(a);
    CHECK(a[7] == (discrete() ? 7 : -7));
    a[7] = 7;
    acc_copyin(a, BYTES); /* 2 */
    acc_copyin(a, BYTES);
    acc_delete_finalize(a, BYTES);
    GONE(a);
    acc_copyin(a, BYTES); /* 3 */
    acc_copyin(a, BYTES);
    acc_copyout_finalize(a, BYTES); /* 2 */
    GONE(a);
}

static void queues(int *a, int *b)
{
    acc_copyin_async(a, BYTES, 1); /* 4 */
    acc_create_async(b, BYTES, 1);
    #pragma acc parallel loop present(a[0:N], b[0:N]) async(1)
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    acc_update_self_async(b, BYTES, 1); /* 3 */
    acc_wait(1);
    CHECK(b[0] == a[0] + 1 && b[N - 1] == a[N - 1] + 1);
    b[0] = 50;
    acc_update_device_async(b, sizeof *b, acc_async_noval); /* 5 */
    acc_wait_async(acc_async_noval, 2);
    acc_copyout_async(b, BYTES, 2); /* 4 */
    GONE(b);
    acc_delete_async(a, BYTES, 2);
    acc_wait_all();
    CHECK(b[0] == 50);
    acc_copyin_async(a, BYTES, 3); /* 6 */
    acc_copyin(a, BYTES);
    acc_copyout_finalize_async(a, BYTES, 3); /* 5 */
    GONE(a);
    acc_create(b, BYTES);
    acc_create(b, BYTES);
    acc_delete_finalize_async(b, BYTES, 3);
    GONE(b);
    int order[] = {acc_async_sync, 3};
    CHECK(acc_wait_any(2, order) == 1 && acc_wait_any(1, order) == -1 && acc_wait_any(0, order) == -1);
    CHECK(acc_async_test(3) && acc_async_test_all() && acc_async_test_all_device(0) && acc_async_test_device(3, 0));
    acc_set_default_async(6);
    CHECK(acc_get_default_async() == 6);
    acc_set_default_async(acc_async_default);
}

static void memory(int *a, int *b)
{
    int *d = acc_malloc(2 * BYTES);
    CHECK(d && acc_malloc(0) == NULL);
    acc_memcpy_to_device(d, a, BYTES);            /* 7 */
    acc_memcpy_device(d + N, d, BYTES);
    acc_memcpy_from_device(b, d + N, BYTES);      /* 6 */
    CHECK(b[N - 1] == a[N - 1]);
    a[1] = 1111;
    acc_memcpy_to_device_async(d + 1, a + 1, sizeof *a, 4); /* 8 */
    acc_memcpy_device_async(d + N, d, BYTES, 4);
    acc_memcpy_from_device_async(b, d + N, BYTES, 4); /* 7 */
    acc_wait(4);
    CHECK(b[1] == 1111);
    if (discrete()) { /* in shared memory mapping is undefined (3.2.21) */
        acc_map_data(a, d, BYTES);
        MAPPED(a);
        CHECK(acc_deviceptr(a) == d);
        acc_copyin(a, BYTES);
        acc_delete_finalize(a, BYTES);
        MAPPED(a);
        acc_unmap_data(a);
        GONE(a);
    }
    acc_free(d);
    acc_free(NULL);
}

static void pointers(int *a)
{
    struct { int *p; int n; } s = {a, N};
    acc_copyin(a, BYTES);         /* 9 */
    acc_copyin(&s, sizeof s);     /* 10 */
    acc_attach((void **)&s.p);
    #pragma acc parallel loop present(s)
    for (int i = 0; i < N; i++)
        s.p[i] = i + s.n;
    acc_detach((void **)&s.p);
    acc_attach_async((void **)&s.p, 2);
    acc_detach_async((void **)&s.p, 2);
    acc_detach_finalize((void **)&s.p);
    acc_detach_finalize_async((void **)&s.p, 2);
    acc_wait(2);
    acc_delete(&s, sizeof s);
    acc_copyout(a, BYTES);        /* 8 */
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + N);
}

int main(void)
{
    int *a = malloc(BYTES), *b = malloc(BYTES);
    for (int i = 0; i < N; i++)
        a[i] = i;
    CHECK(discrete() != acc_is_present(a, 1) && acc_is_present(NULL, 0) != discrete());
    lifetimes(a);
    queues(a, b);
    memory(a, b);
    pointers(a);
    #pragma acc serial
    {
    }
    free(a);
    free(b);
    return CHECKED();
}
#else
int main(void)
{
    return 0;
}
#endif
