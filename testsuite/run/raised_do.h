/* The loops of raised_do.c, once with directives and once without. */

static void NAME(by_two)(int n, double *restrict x, const double *restrict y)
{
    ACC(acc kernels)
    {
        int i = 0;
        do {
            x[i] = y[i] + 1;
            i += 2;
        } while (i < n);
    }
}

static int NAME(step_asked)(int n, double *restrict x, const double *restrict y)
{
    int i;
    ACC(acc kernels)
    {
        i = 0;
        do
            x[i] += 2 * y[i];
        while (++i < n);
    }
    return i;
}

static int NAME(step_behind)(int n, double *restrict x, const double *restrict y)
{
    int i;
    ACC(acc kernels)
    {
        i = 0;
        do {
            if (y[i] > 150)
                continue;
            x[i] -= 3 * y[i];
        } while (i++ < n);
    }
    return i;
}

static unsigned long NAME(from_one)(unsigned n, double *restrict x, const double *restrict y)
{
    unsigned long i;
    ACC(acc kernels)
    {
        i = 1;
        do {
            x[i] = 3 * y[i] - x[i];
            ++i;
        } while (i <= n);
    }
    return i;
}

static int NAME(downwards)(double *restrict x, const double *restrict y)
{
    int i;
    ACC(acc kernels)
    {
        i = 100;
        do {
            x[i] *= 0.5;
            x[i] += y[i];
        } while (--i > 3);
    }
    return i;
}

/* A bound of the other signedness: what C compares is unsigned. */
static unsigned NAME(mixed)(int n, double *restrict x, const double *restrict y)
{
    unsigned i;
    ACC(acc kernels)
    {
        i = 0;
        do {
            x[i] += 5 * y[i];
        } while (++i < (unsigned)n);
    }
    return i;
}

static short NAME(narrow)(unsigned char n, double *restrict x, const double *restrict y)
{
    short i;
    ACC(acc kernels)
    {
        i = 0;
        do {
            x[i] += 7 * y[i];
            i++;
        } while (i < n - 1);
    }
    return i;
}

/* What the condition reads is there only once the body has run. */
static int NAME(read_behind)(const int *ends, double *restrict x, const double *restrict y)
{
    int i;
    ACC(acc kernels copyin(ends[0 : 1]) copy(x[0 : N]) copyin(y[0 : N]))
    {
        i = 0;
        do {
            x[i] += y[i];
            i++;
        } while (i < ends[0]);
    }
    return i;
}

static long NAME(all)(int n)
{
    long sum = 0;
    NAME(by_two)(n, a, b);
    sum = 3 * sum + NAME(step_asked)(n, a, b);
    sum = 3 * sum + NAME(step_behind)(n, a, b);
    sum = 3 * sum + (long)NAME(from_one)(n < 0 ? 0 : (unsigned)n, a, b);
    sum = 3 * sum + NAME(downwards)(a, b);
    sum = 3 * sum + (long)NAME(mixed)(n < 0 ? 0 : n, a, b);
    sum = 3 * sum + NAME(narrow)(n < 0 ? 0 : (unsigned char)n, a, b);
    sum = 3 * sum + NAME(read_behind)(&n, a, b);
    return sum;
}
