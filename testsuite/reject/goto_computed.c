// A computed goto may reach each label whose address the function takes: neither into a data block nor out of one.
// error: ACC0117 line 15: may jump into the block of a `data`
// error: ACC0116 line 31: may leave the block of a `data`
// error: ACC0116 line 47: may leave the block of a `declare`
// error: ACC0117 line 57: is for a jump into a compute construct
int entered(int *a, int n)
{
    static void *const table[] = {&&one, &&two};
    #pragma acc data copy(a[0 : n])
    {
    one:
        a[0] = 1;
    }
    if (n > 3)
        goto *table[n & 1];
two:
    return 0;
}

int left(int *a, int n)
{
    void *where = &&over;
    #pragma acc data copy(a[0 : n])
    {
    again:
        a[0]++;
        void *here = &&again;
        if (a[0] < n)
            where = here;
        if (a[0] < 2 * n)
            goto *where;
    }
over:
    return 0;
}

int declared(int k)
{
    void *where = &&over;
    {
        int t[10];
        #pragma acc declare create(t)
        t[0] = k;
        if (t[0])
            k++;
        if (k > 4)
            goto *where;
    }
over:
    return k;
}

int compute(int *a, int n)
{
    void *where = &&over;
    if (n > 7)
        where = &&inside;
    #pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++) {
    inside:
        a[i] = 1;
    }
    goto *where;
over:
    return 0;
}

int right(int *a, int n)
{
    #pragma acc data copy(a[0 : n])
    {
        void *const table[] = {&&one, &&two};
        goto *table[n & 1];
    one:
        a[0] = 1;
    two:
        a[1] = 2;
    }
    return 0;
}
