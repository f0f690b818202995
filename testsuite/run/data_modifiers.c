// The clauses of a data construct with their modifiers, its queues, and its default clause inside.
// covers: data default clause
// expect: device kernels=9 host_kernels=0
// expect: multicore host_kernels=9
#include "clauses.h"

static void modifiers(void)
{
    fill();
#pragma acc data copyin(readonly: a) copyout(zero: b)
#pragma acc parallel loop
    for (int i = 0; i < N; i += 2)
        b[i] = a[i] + 3;
    for (int i = 0; i < N; i++)
        CHECK("copyout(zero)", i, b[i], i % 2 == 0 ? i + 3 : own() ? 0 : -7);
    fill();
#pragma acc data create(zero: a) copyout(b)
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 2;
    for (int i = 0; i < N; i++)
        CHECK("create(zero)", i, b[i], own() ? 2 : i + 2);
}

static void presences(void)
{
    fill();
#pragma acc data no_create(a)
    CHECK("no_create", 0, own() && acc_is_present(a, sizeof a), 0);
#pragma acc data copy(a)
    {
#pragma acc data present(a) no_create(a)
#pragma acc parallel loop default(none)
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc data default(present)
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc data default(none) present(a)
#pragma acc kernels loop independent
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
    for (int i = 0; i < N; i++)
        CHECK("present", i, a[i], i + 3);
}

static void pointers(void)
{
    int *raw = acc_malloc(N * sizeof *raw);
#pragma acc data deviceptr(raw)
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        raw[i] = 3 * i;
    acc_memcpy_from_device(b, raw, sizeof b);
    acc_free(raw);
    for (int i = 0; i < N; i++)
        CHECK("deviceptr", i, b[i], 3 * i);
    struct { int *to; } s = {a};
    fill();
#pragma acc data copyin(s) copy(a)
#pragma acc data attach(s.to)
#pragma acc parallel loop present(s)
    for (int i = 0; i < N; i++)
        s.to[i] += 4;
    for (int i = 0; i < N; i++)
        CHECK("attach", i, a[i], i + 4);
}

static void queues(void)
{
    fill();
#pragma acc data copy(a) async(1)
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma acc data copy(a) wait(1) async device_type(nvidia) async(7)
#pragma acc parallel loop present(a) async device_type(nvidia) async(7)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma acc data copyin(a) wait
    CHECK("wait", N - 1, a[N - 1], 2 * N);
    for (int i = 0; i < N; i++)
        CHECK("queues", i, a[i], 2 * (i + 1));
}

int main(void)
{
    modifiers();
    presences();
    pointers();
    queues();
    return bad != 0;
}
