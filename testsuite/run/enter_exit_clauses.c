// The clauses of enter data and exit data: queues, conditions, zero, attach and detach; attachment counters.
// covers: data attach count
// expect: device kernels=5 host_kernels=0
// expect: multicore host_kernels=5
#include "clauses.h"

static void conditions(void)
{
    fill();
#pragma acc enter data copyin(a) if(N < 0)
    CHECK("enter if(0)", 0, own() && acc_is_present(a, sizeof a), 0);
#pragma acc enter data create(zero: a) if(N > 0)
    CHECK("enter if(1)", 0, acc_is_present(a, sizeof a), 1);
#pragma acc exit data delete(a) if(N < 0)
    CHECK("exit if(0)", 0, acc_is_present(a, sizeof a), 1);
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] += 9;
#pragma acc exit data copyout(a) if(N > 0)
    for (int i = 0; i < N; i++)
        CHECK("zero", i, a[i], own() ? 9 : i + 9);
    CHECK("exit if(1)", 0, own() && acc_is_present(a, sizeof a), 0);
}

static void queues(void)
{
    fill();
#pragma acc enter data copyin(a) async(1)
#pragma acc enter data create(b) async wait
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma acc enter data copyin(bad) wait(1)
#pragma acc parallel loop present(a, b) async
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma acc exit data delete(bad) async wait
#pragma acc exit data copyout(a) async(2) wait(1)
#pragma acc exit data copyout(b) async
    acc_wait_all();
    for (int i = 0; i < N; i++) {
        CHECK("a", i, a[i], i + 1);
        CHECK("b", i, b[i], i + 1);
    }
}

// A pointer attached twice stays attached until it is detached twice, or once with finalize.
static void attachments(void)
{
    struct { int *to; } s = {a};
    fill();
#pragma acc enter data copyin(s, a)
#pragma acc enter data attach(s.to)
#pragma acc enter data attach(s.to)
#pragma acc exit data detach(s.to)
#pragma acc parallel loop present(s)
    for (int i = 0; i < N; i++)
        s.to[i] += 4;
#pragma acc exit data detach(s.to) finalize
#pragma acc exit data copyout(s)
    CHECK("the pointer is the host's again", 0, s.to == a, 1);
#pragma acc enter data copyin(s)
#pragma acc enter data attach(s.to)
#pragma acc parallel loop present(s)
    for (int i = 0; i < N; i++)
        s.to[i] += 5;
#pragma acc exit data detach(s.to)
#pragma acc exit data delete(s) copyout(a) finalize
    for (int i = 0; i < N; i++)
        CHECK("attach", i, a[i], i + 9);
}

int main(void)
{
    conditions();
    queues();
    attachments();
    return bad != 0;
}
