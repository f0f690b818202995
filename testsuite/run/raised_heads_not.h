/* The loops of raised_heads_not.c, once with directives and once without. */

static long NAME(read_after)(int n, double *restrict to, const double *restrict from)
{
    int i, j = 50;
    double *x = to + 40;
    ACC(acc kernels)
    for (i = 0, x = to; i < n; i++, x++)
        *x += 2;
    ACC(acc kernels)
    for (i = 0, j = 4; i < n; i++, j += 3)
        to[i] -= from[i] * j;
    return x - to + 3 * j;
}

static long NAME(read_behind)(int n, double *restrict to, const double *restrict from)
{
    int i, j;
    long sum = 0;
    for (int again = 0; again < 2; again++) {
        if (again)
            sum += j;
        ACC(acc kernels)
        for (i = 0, j = 7; i < n; i++, j += 2)
            to[i] += j;
    }
    j = 3;
back:
    sum = 5 * sum + j;
    ACC(acc kernels)
    for (i = 0, j = 20; i < n; i++, j++)
        to[i] += from[i] * j;
    if (sum < 1000)
        goto back;
    return sum;
}

static long NAME(addressed)(int n, double *restrict to)
{
    int i, j, *at = &j;
    static int kept;
    ACC(acc kernels)
    for (i = 0, j = 1; i < n; i++, j++)
        to[i] += j;
    ACC(acc kernels)
    for (i = 0, kept = 2; i < n; i++, kept += 2)
        to[i] -= kept;
    return *at + kept;
}

static void NAME(tangled)(int n, double *restrict to, const double *restrict from)
{
    int i, j, k = 5;
    ACC(acc kernels)
    {
        for (i = 0, k = k + 1; i < n; i++, k++)
            to[i] += k;
        for (j = i % 3, i = 0; i < n; i++, j++)
            to[j % 7] += 1;
        for (i = 0, j = 0; i < n; i++, j += i)
            to[i] += j;
        for (i = 0, j = 0; i < n; i++, j++) {
            if (i % 4 == 1)
                continue;
            to[j] += from[i];
        }
        for (i = 0, j = 0; i < n; i++, j += 2) {
            int j_own = j;
            {
                int j = 3;
                to[i] += j + j_own;
            }
        }
        for (i = 0, j = 0; i < n && j < 2 * n; i++, j += 3)
            to[i] += j;
    }
}

static long NAME(moved_ends)(double *restrict to, const double *restrict from, const double *end)
{
    const double *p = from, *q = from, *r = from, *last = end;
    double *t = to, *u = to, *v = to;
    ACC(acc kernels)
    while (p < last) {
        *t++ += *p++;
        last--;
    }
    ACC(acc kernels)
    for (; q < end; q++, u++)
        *u += *q++;
    ACC(acc kernels)
    while (r < end) {
        *v++ += *r;
        if (*r > 3)
            r++;
        r++;
    }
    return (p - from) + 3 * (last - from) + 7 * (q - from) + 11 * (v - to);
}

static double NAME(all)(int n)
{
    double sum = (double)NAME(read_after)(n, a, b);
    sum = 3 * sum + (double)NAME(read_behind)(n, a, b);
    sum = 3 * sum + (double)NAME(addressed)(n, a);
    NAME(tangled)(n, a, b);
    return 3 * sum + (double)NAME(moved_ends)(a, b, b + n);
}
