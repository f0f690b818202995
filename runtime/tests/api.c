/* The API of openacc.h, called as a program calls it. Self-checking: prints "ok", or
 * the line of what failed. Runs on any device; `discrete` devices don't share memory. */
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                                      \
    do {                                                              \
        if (!(x)) {                                                   \
            fprintf(stderr, "api.c:%d: %s is false\n", __LINE__, #x); \
            exit(2);                                                  \
        }                                                             \
    } while (0)

enum { N = 1000 };

static int discrete(void) {
    return !acc_get_property(0, acc_device_current, acc_property_shared_memory_support);
}

static void devices(void) {
    acc_device_t type = acc_get_device_type();
    CHECK(acc_get_num_devices(type) >= 1);
    CHECK(acc_get_device_num(type) == 0);
    CHECK(acc_get_num_devices((acc_device_t)77) == 0);
    CHECK(acc_get_device_num((acc_device_t)77) == -1);
    CHECK(acc_get_property(0, acc_device_current, acc_property_memory) > 0);
    CHECK(acc_get_property(99, type, acc_property_memory) == 0);
    CHECK(acc_get_property_string(0, acc_device_current, acc_property_name) != NULL);
    CHECK(acc_get_property_string(99, type, acc_property_name) == NULL);
    CHECK(acc_on_device(acc_device_host) == 1);
    CHECK(acc_on_device(acc_device_not_host) == 0);
    acc_set_device_num(0, type);
    acc_init(type);
    CHECK(acc_get_device_type() == type);
}

static void lifetimes(void) {
    int a[N], i;
    for (i = 0; i < N; i++) a[i] = i;
    int *d = acc_copyin(a, sizeof a);
    CHECK(d != NULL);
    CHECK((d != a) == discrete());
    CHECK(acc_is_present(a, sizeof a) && acc_is_present(a + 10, 4) && acc_is_present(a, 0));
    CHECK(acc_deviceptr(a + 7) == d + 7);
    CHECK(acc_hostptr(d + 7) == a + 7);
    CHECK(acc_create(a + 10, 40) == d + 10);
    memset(a, 0, sizeof a);
    if (discrete()) {
        acc_update_self(a + 100, 400);
        for (i = 0; i < N; i++) CHECK(a[i] == (i >= 100 && i < 200 ? i : 0));
        a[5] = 55;
        acc_update_device(a + 5, 4);
        acc_copyout(a, sizeof a); /* one of two lifetimes */
        CHECK(acc_is_present(a, sizeof a) && a[6] == 0);
        acc_copyout(a, sizeof a);
        CHECK(!acc_is_present(a, 4));
        CHECK(acc_deviceptr(a) == NULL);
        for (i = 0; i < N; i++) CHECK(a[i] == (i == 5 ? 55 : i));
    }
    CHECK(acc_deviceptr(NULL) == NULL && acc_hostptr(NULL) == NULL);
}

static void memory(void) {
    int a[N], b[N], i;
    CHECK(acc_malloc(0) == NULL);
    acc_free(NULL);
    int *d = acc_malloc(sizeof a), *e = acc_malloc(sizeof a);
    CHECK(d != NULL && e != NULL);
    for (i = 0; i < N; i++) a[i] = 3 * i;
    acc_memcpy_to_device(d, a, sizeof a);
    acc_memcpy_device(e, d, sizeof a);
    memset(b, 0, sizeof b);
    acc_memcpy_from_device(b, e, sizeof b);
    CHECK(memcmp(a, b, sizeof a) == 0);
    acc_memcpy_to_device(d, NULL, 0);
    if (discrete()) {
        acc_map_data(a, e, sizeof a);
        CHECK(acc_deviceptr(a + 3) == e + 3);
        memset(a, 0, sizeof a);
        acc_update_self(a, sizeof a);
        CHECK(memcmp(a, b, sizeof a) == 0);
        acc_unmap_data(a);
        CHECK(!acc_is_present(a, 4));
    }
    acc_free(d);
    acc_free(e);
}

static void queues(void) {
    int a[N], b[N], i, q[3] = {4, acc_async_sync, 5};
    for (i = 0; i < N; i++) a[i] = i, b[i] = -i;
    acc_copyin_async(a, sizeof a, 4);
    acc_copyin_async(b, sizeof b, 5);
    acc_wait_async(4, 5);
    CHECK(acc_wait_any(0, q) == -1);
    CHECK(acc_wait_any(1, q + 1) == -1);
    i = acc_wait_any(3, q);
    CHECK(i == 0 || i == 2);
    acc_wait(4);
    CHECK(acc_async_test(4));
    acc_wait_all();
    CHECK(acc_async_test_all() && acc_async_test(5) && acc_async_test(123));
    memset(a, 0, sizeof a);
    acc_copyout_async(a, sizeof a, 4);
    acc_delete_async(b, sizeof b, 4);
    acc_wait(4);
    if (discrete()) CHECK(a[N - 1] == N - 1 && !acc_is_present(b, 4));
    i = acc_get_default_async();
    acc_set_default_async(9);
    CHECK(acc_get_default_async() == 9);
    acc_set_default_async(acc_async_noval);
    CHECK(acc_get_default_async() == 9);
    acc_set_default_async(acc_async_default);
    CHECK(acc_get_default_async() == i);
    acc_wait_all_async(3);
    acc_wait_device(3, 0);
    acc_wait_all_device(0);
}

static void pointers(void) {
    struct { int *p; } s;
    int v[4] = {1, 2, 3, 4};
    void *seen;
    s.p = v;
    if (!discrete()) return;
    void *ds = acc_copyin(&s, sizeof s), *dv = acc_copyin(v, sizeof v);
    acc_attach((void **)&s.p);
    acc_memcpy_from_device(&seen, ds, sizeof seen);
    CHECK(seen == dv);
    acc_detach((void **)&s.p);
    acc_memcpy_from_device(&seen, ds, sizeof seen);
    CHECK(seen == v);
    acc_delete_finalize(v, sizeof v);
    acc_delete(&s, sizeof s);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "absent")) {
        int a[4];
        printf("before\n");
        acc_copyout(a, sizeof a);
    }
    if (argc > 1 && !strcmp(argv[1], "partly")) {
        int a[8];
        acc_create(a, 16);
        acc_update_self(a + 2, 16);
    }
    if (argc > 1 && !strcmp(argv[1], "free")) acc_free((void *)16);
    if (argc > 1 && !strcmp(argv[1], "queue")) acc_wait(-7);
    if (argc > 1) return 0;
    devices();
    lifetimes();
    memory();
    queues();
    pointers();
    acc_shutdown(acc_get_device_type());
    lifetimes();
    printf("ok\n");
    return 0;
}
