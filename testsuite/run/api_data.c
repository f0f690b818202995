// Data lifetimes by calls: create, delete, finalize, queues, updates; what is present when, and addresses both ways.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "clauses.h"

static int there(void)
{
    return !own() || acc_is_present(a, sizeof a);
}

static int gone(void)
{
    return !own() || !acc_is_present(a, sizeof a);
}

static void counted(void)
{
    fill();
    acc_copyin(a, sizeof a);
    acc_create(a, sizeof a);
    acc_delete(a, sizeof a);
    CHECK("one left", 0, there(), 1);
    acc_copyin(a, sizeof a);
    acc_copyout_finalize(a, sizeof a);
    CHECK("finalize", 0, gone(), 1);
    acc_create(a, sizeof a);
    acc_create(a, sizeof a);
    acc_delete_finalize(a, sizeof a);
    CHECK("delete finalize", 0, gone(), 1);
}

static void queued(void)
{
    fill();
    acc_copyin_async(a, sizeof a, 1);
    acc_create_async(b, sizeof b, 1);
#pragma acc parallel loop present(a, b) async(1)
    for (int i = 0; i < N; i++)
        b[i] = ++a[i];
    acc_update_self_async(a, sizeof a, 1);
    acc_wait(1);
    for (int i = 0; i < N; i++) {
        CHECK("update self", i, a[i], i + 1);
        a[i] = 70 + i;
    }
    acc_update_device_async(a, sizeof a, 2);
    acc_wait(2);
#pragma acc parallel loop present(a) async(2)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    acc_copyout_async(a, sizeof a, 2);
    acc_copyout_finalize_async(b, sizeof b, 1);
    acc_wait_all();
    for (int i = 0; i < N; i++) {
        CHECK("copyout", i, a[i], 71 + i);
        CHECK("finalize", i, b[i], i + 1);
    }
    acc_create(a, sizeof a);
    acc_delete_async(a, sizeof a, 1);
    acc_wait(1);
    CHECK("deleted", 0, gone(), 1);
    acc_create(a, sizeof a);
    acc_create(a, sizeof a);
    acc_delete_finalize_async(a, sizeof a, 1);
    acc_wait(1);
    CHECK("all deleted", 0, gone(), 1);
}

static void updates(void)
{
    fill();
    int *device = acc_copyin(a, sizeof a);
    CHECK("address", 0, acc_deviceptr(a) == device, 1);
    CHECK("inside", 0, acc_deviceptr(a + 10) == device + 10, 1);
    CHECK("and back", 0, acc_hostptr(device + 10) == a + 10, 1);
    a[3] = 1000;
    acc_update_device(a + 3, sizeof a[3]);
    a[3] = a[4] = -1;
#pragma acc parallel loop present(a)
    for (int i = 0; i < 10; i++)
        a[i] += 1;
    acc_update_self(a + 3, 2 * sizeof a[3]);
    CHECK("updated", 3, a[3], own() ? 1001 : 0);
    CHECK("not updated", 4, a[4], own() ? 5 : 0);
    acc_delete(a, sizeof a);
    CHECK("gone", 0, gone(), 1);
}

int main(void)
{
    counted();
    queued();
    updates();
    return bad != 0;
}
