// if, self, async and wait of a compute construct.
#include "clauses.h"

// Where each iteration ran: 1 on a device with its own memory.
static void places(void)
{
    int yes = a[0] == 0, device = own();
    (void)yes;
    ON(if(yes) copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = acc_on_device(acc_device_not_host) != 0;
    for (int i = 0; i < N; i++)
        CHECK("if(1)", i, b[i], device);
    ON(if(!yes) copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = acc_on_device(acc_device_not_host) != 0;
    for (int i = 0; i < N; i++)
        CHECK("if(0)", i, b[i], 0);
    fill();
    ON(self copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = acc_on_device(acc_device_not_host) != 0;
    for (int i = 0; i < N; i++)
        CHECK("self", i, b[i], 0);
    ON(self(!yes) copyout(b))
    for (int i = 0; i < N; i++)
        b[i] = acc_on_device(acc_device_not_host) != 0;
    for (int i = 0; i < N; i++)
        CHECK("self(0)", i, b[i], device);
}

static void queues(void)
{
    fill();
    int here = acc_get_device_num(acc_get_device_type());
#pragma acc data copy(a, b)
    {
        ON(present(a) async)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        ON(present(a, b) wait)
        for (int i = 0; i < N; i++)
            b[i] = a[i];
        ON(present(a) async(1))
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        ON(present(a, b) wait(1) async(2))
        for (int i = 0; i < N; i++)
            b[i] += a[i];
        ON(present(a, b) wait(queues: 1, 2) async(3))
        for (int i = 0; i < N; i++)
            a[i] = b[i] + 1;
        ON(present(a, b) wait(devnum: here: queues: 3))
        for (int i = 0; i < N; i++)
            b[i] -= a[i];
    }
    for (int i = 0; i < N; i++) {
        CHECK("queues: a", i, a[i], 3 * (i + 1) + 1);
        CHECK("queues: b", i, b[i], -1);
    }
}

static void types(void)
{
    fill();
    ON(copy(a) device_type(nvidia) async(4) device_type(host) async(5))
    for (int i = 0; i < N; i++)
        a[i] += 2;
    acc_wait(4);
    acc_wait(5);
    for (int i = 0; i < N; i++)
        CHECK("device_type", i, a[i], i + 2);
}

int main(void)
{
    places();
    queues();
    types();
    return bad != 0;
}
