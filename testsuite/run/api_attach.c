// Pointers attached and detached by calls.
// covers: data attach count
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "clauses.h"

static struct { int *to; } s = {a};

static void add(int what)
{
#pragma acc parallel loop present(s)
    for (int i = 0; i < N; i++)
        s.to[i] += what;
}

int main(void)
{
    fill();
    acc_copyin(&s, sizeof s);
    acc_copyin(a, sizeof a);
    acc_attach((void **)&s.to);
    acc_attach((void **)&s.to);
    acc_detach((void **)&s.to);
    add(1);
    acc_detach((void **)&s.to);
    acc_attach_async((void **)&s.to, 1);
    acc_wait(1);
    add(2);
    acc_detach_async((void **)&s.to, 1);
    acc_wait(1);
    acc_attach((void **)&s.to);
    acc_attach((void **)&s.to);
    add(3);
    acc_detach_finalize((void **)&s.to);
    acc_attach((void **)&s.to);
    acc_attach((void **)&s.to);
    acc_detach_finalize_async((void **)&s.to, 1);
    acc_wait(1);
    acc_copyout(&s, sizeof s);
    acc_copyout(a, sizeof a);
    CHECK("the host's pointer", 0, s.to == a, 1);
    for (int i = 0; i < N; i++)
        CHECK("attached", i, a[i], i + 6);
    return bad != 0;
}
