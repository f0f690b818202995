// A data region, and a function's declare, end only what they began: no jump past the start.
// error: ACC0117 line 7: jumps into a `data` construct
// error: ACC0117 line 22: jumps past a `declare`
int data(int *a, int n)
{
    if (n > 3)
        goto inside;
    #pragma acc data copyin(a[0:n])
    {
        a[0] = 1;
    inside:
        a[1] = 2;
    }
    return 0;
}

int declared(int k)
{
    switch (k) {
        int t[10];
        #pragma acc declare create(t)
    case 1:
        t[0] = k;
        return t[0];
    }
    return 0;
}

int right(int k)
{
    int t[10], round = 0;
again:
    if (k < 0)
        goto out;
    {
        int u[10];
        #pragma acc declare create(u)
        u[0] = k;
        if (++round < 3)
            goto inner;
        k = u[0];
    inner:
        if (round == 2)
            goto again;
    }
    #pragma acc data create(t)
    switch (k) {
    case 1:
        k = 2;
        break;
    default:
        k = 3;
    }
out:
    return k;
}
