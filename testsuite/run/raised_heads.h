/* The loops of raised_heads.c, once with directives and once without. */

static void NAME(pointers)(int n, double *restrict to, const double *restrict from)
{
    int i;
    double *x;
    const double *y;
    ACC(acc kernels)
    for (i = 0, x = to, y = from; i < n; i++, x++, y += 2)
        *x = 3 * *y;
    /* The same variables again, with values of their own. */
    ACC(acc kernels)
    {
        for (i = 0, x = to + n, y = from; i < n; ++x, i++)
            *x += y[i];
        for (x = to, y = from, i = n; i > 0; i--, x++, y++) {
            if (i % 3 == 0)
                *x += *y;
        }
    }
}

static void NAME(numbers)(int n, double *restrict to, const double *restrict from)
{
    int i, j, k;
    unsigned char narrow;
    ACC(acc kernels)
    {
        for (i = 0, j = n - 1; i < n; i++, j--)
            to[i] += from[j];
        for (i = k = 0; i < n; i++) {
            to[k] -= from[i];
            k += 1;
        }
        for (i = 0, narrow = 250; i < n; i++, narrow += 3)
            to[i] += narrow;
    }
}

static int NAME(shorter)(int n)
{
    return n - 1;
}

static void NAME(declared)(int n, double *restrict to, const double *restrict from)
{
    ACC(acc kernels)
    {
        for (int i = 0, m = n / 2; i < m; i++)
            to[i] += from[i + m];
        for (int i = 0, j = 2; i < n; i++, j += 2)
            to[i] += from[i] * j;
        for (const double *p = from, *end = from + n; p < end; p++)
            to[p - from] -= *p;
    }
    for (int r = 0; r < 3; r++) {
        const int length = NAME(shorter)(n);
        ACC(acc kernels)
        for (int i = r, k = r * 2; i < length; i += 1, ++k)
            to[k] += r;
    }
}

static double NAME(counted)(int n, size_t many, double *restrict to, const double *restrict from)
{
    double sum = 0;
    const double *p = from;
    int left = n;
    double *first = to;
    ACC(acc kernels)
    while (left--)
        *first++ = 2 * *p++;
    ACC(acc kernels)
    while (n-- > 0)
        sum += *from++;
    ACC(acc kernels)
    while (many--)
        *to++ -= 1;
    return sum;
}

static void NAME(ends)(double *restrict to, const double *restrict from, const double *end)
{
    const double *p = from, *r = from, *s = from;
    double *q = to, *t = to, *u = to;
    ACC(acc kernels)
    while (p < end)
        *q++ = *p++ + 1;
    ACC(acc kernels)
    for (; r != end; r++, t++) {
        *t += *r;
    }
    ACC(acc kernels)
    do {
        *u++ -= *s++ * 3;
    } while (s < end - 1);
}

/* Loops in each other, with and without braces, whose heads name each other's variables. */
static void NAME(nested)(int n, int m, double *restrict to, const double *restrict from)
{
    int i, j, k;
    double *x, *w;
    const double *y, *z;
    ACC(acc kernels)
    for (i = 0, x = to, z = from; i < n; i++, x += m, z += m)
        for (j = 0, y = z; j < m; j++, y++)
            x[j] += 2 * *y;
    ACC(acc kernels)
    for (i = 0, x = to, z = from; i < n; i++, x += m, z++) {
        for (j = 0, w = x, y = z; j < m; j++, y++, w++)
            *w += *y;
    }
    ACC(acc kernels)
    for (i = 0, k = 0; i < n; i++, k += m) {
        for (j = 0, y = from + k; j < m; j++, y++)
            to[k + j] -= *y * k;
    }
}

static double NAME(all)(int n)
{
    double sum = 0;
    NAME(nested)(n / 20, 17, a, b);
    NAME(pointers)(n, a, b);
    NAME(numbers)(n, a, b);
    NAME(declared)(n, a, b);
    sum += NAME(counted)(n, (size_t)n / 2, a, b);
    NAME(ends)(a, b, b + n);
    return sum;
}
