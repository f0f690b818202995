// The data clauses of a compute construct, with their modifiers: what is moved, and what is there before and after.
#include "clauses.h"

static void copies(void)
{
    fill();
    ON(copy(a))
    for (int i = 0; i < N; i++)
        a[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK("copy", i, a[i], i + 1);
    fill();
    ON(copyin(a) copyout(b))
    for (int i = 0; i < N; i++) {
        b[i] = 2 * a[i];
        a[i] = -1;
    }
    for (int i = 0; i < N; i++) {
        CHECK("copyin: b", i, b[i], 2 * i);
        CHECK("copyin: a", i, a[i], own() ? i : -1);
    }
    fill();
    ON(copyin(readonly: a) copyout(zero: b))
    for (int i = 0; i < N; i += 2)
        b[i] = a[i] + 3;
    for (int i = 0; i < N; i++)
        CHECK("copyout(zero)", i, b[i], i % 2 == 0 ? i + 3 : own() ? 0 : -7);
    CHECK("gone", 0, own() && (acc_is_present(a, sizeof a) || acc_is_present(b, sizeof b)), 0);
}

static void creations(void)
{
    fill();
    ON(create(a) copyout(b))
    for (int i = 0; i < N; i++) {
        a[i] = 5 * i;
        b[i] = a[i] + 1;
    }
    for (int i = 0; i < N; i++) {
        CHECK("create: a", i, a[i], own() ? i : 5 * i);
        CHECK("create: b", i, b[i], 5 * i + 1);
    }
    fill();
    ON(create(zero: a) copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 2;
    for (int i = 0; i < N; i++)
        CHECK("create(zero)", i, b[i], own() ? 2 : i + 2);
}

static void presences(void)
{
    fill();
#pragma acc data copy(a)
    {
        ON(present(a))
        for (int i = 0; i < N; i++)
            a[i] += 1;
        ON(default(present))
        for (int i = 0; i < N; i++)
            a[i] += 1;
        ON(no_create(a))
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
    int there = 0;
    ON(no_create(a) copyin(there) copyout(b) default(none))
    for (int i = 0; i < N; i++)
        b[i] = there ? a[i] : 11;
    for (int i = 0; i < N; i++) {
        CHECK("present", i, a[i], i + 3);
        CHECK("no_create", i, b[i], 11);
    }
    CHECK("no_create makes nothing", 0, own() && acc_is_present(a, sizeof a), 0);
}

static void pointers(void)
{
    int *raw = acc_malloc(N * sizeof *raw);
    ON(deviceptr(raw))
    for (int i = 0; i < N; i++)
        raw[i] = 3 * i;
    ON(deviceptr(raw) copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = raw[i] + 1;
    acc_free(raw);
    for (int i = 0; i < N; i++)
        CHECK("deviceptr", i, b[i], 3 * i + 1);

    struct { int *to; } s = {a};
    fill();
#pragma acc enter data copyin(s, a)
    ON(present(s) attach(s.to))
    for (int i = 0; i < N; i++)
        s.to[i] += 4;
#pragma acc exit data copyout(a) delete(s)
    for (int i = 0; i < N; i++)
        CHECK("attach", i, a[i], i + 4);
    CHECK("the host's pointer", 0, s.to == a, 1);
}

int main(void)
{
    copies();
    creations();
    presences();
    pointers();
    return bad != 0;
}
