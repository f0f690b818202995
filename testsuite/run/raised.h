/* The loops of raised.c, once with directives and once without: NAME(f) is a function's name, ACC(directive) one or nothing. */

static void NAME(down_behind)(size_t n)
{
    ACC(acc parallel loop)
    for (size_t i = n; i-- > 0;)
        a[i] = 2 * b[i] + i;
}

static void NAME(down_not_zero)(unsigned char n)
{
    ACC(acc parallel loop)
    for (unsigned char i = n; i-- != 0;) {
        if (i % 5 == 2)
            continue;
        a[i] += 3 * b[i];
    }
}

/* The step is a variable of the body, which has another one's name. */
static void NAME(step_declared)(int n)
{
    int s = 100;
    ACC(acc kernels)
    {
        int i = 0;
        while (i < n) {
            int s = 1 + i % 3;
            c[i] += 1;
            i += s;
        }
        while (n--) {
            if (n % 4 == 1)
                continue;
            b[n] += 0.5 * s;
        }
    }
}

/* An unsigned number as the start of a wider signed variable. */
static void NAME(down_wider)(unsigned n)
{
    ACC(acc parallel loop)
    for (long i = n; i-- > 0;)
        a[i] += b[i];
}

static int NAME(down_ahead)(int n)
{
    int i;
    ACC(acc kernels)
    for (i = n; --i >= 3;)
        a[i] += 2 * b[i];
    return i;
}

static void NAME(to_zero)(int n)
{
    unsigned i;
    ACC(acc parallel loop)
    for (i = n; i; --i)
        c[i] = a[i] * b[i];
}

static void NAME(with_next)(int n)
{
    ACC(acc kernels)
    for (int i = 0; i + 1 < n; ++i)
        c[i] += b[i + 1] - b[i];
    ACC(acc kernels)
    for (int i = 0; i + 2 <= n; i++)
        c[i] -= b[i + 1];
}

static void NAME(with_next_size)(size_t n)
{
    ACC(acc parallel loop)
    for (size_t i = 0; i + 1 < n; ++i)
        c[i] += b[i + 1] - 3 * b[i];
    ACC(acc kernels)
    for (size_t i = 0; i + 4 <= n; i += 4) {
        c[i] += 1;
        c[i + 1] += 2;
        c[i + 2] += 3;
        c[i + 3] += 4;
    }
}

static int NAME(counted)(int n)
{
    int i;
    ACC(acc kernels)
    {
        i = 0;
        while (i < n) {
            a[i] = a[i] * 0.5 + b[i];
            i++;
        }
    }
    return i;
}

static int NAME(declared)(int n)
{
    double s = 0;
    ACC(acc kernels)
    {
        int i = 1;
        double t = 2;
        while (i <= n - 1) {
            s += t * (int)a[i];
            i += 2;
        }
    }
    return s;
}

static void NAME(nested)(int n)
{
    ACC(acc kernels)
    {
        int i = 0;
        while (n > i) {
            int j = 0, k = 1;
            while (j < 5) {
                c[i] += j * b[i] * k;
                j = j + 1;
            }
            ++i;
        }
    }
}

static void NAME(by_itself)(int n)
{
    ACC(acc kernels)
    while (n--)
        a[n] += 3;
}

static void NAME(once)(void)
{
    ACC(acc kernels)
    {
        int i = 0;
        do {
            b[i] += 0.25;
            i++;
        } while (i < N);
    }
}

static void NAME(step_inside)(int n)
{
    ACC(acc kernels)
    for (int i = 0; i < n;) {
        b[i] -= 0.125 * i;
        ++i;
    }
}

static void NAME(up)(int n)
{
    int i = -1, k = 0;
    ACC(acc kernels)
    {
        while (++i < n)
            c[i] -= a[i];
        while (k++ < n)
            c[k] -= a[k - 1];
    }
}

/* These aren't loops that count: left early, continued, or with more in the question. */
static int NAME(others)(int n)
{
    int i = 0, k = 0, found = 0;
    ACC(acc kernels)
    {
        while (i < n) {
            if (b[i] > 40)
                break;
            a[i] -= 2;
            i++;
        }
        while (k < n) {
            if (a[k] < 0) {
                k += 2;
                continue;
            }
            found += 1;
            k++;
        }
        while (found > 0 && a[found] > 2)
            found--;
    }
    return 10000 * i + 100 * k + found;
}

static void NAME(all)(int n, double *sums)
{
    for (int i = 0; i < N + 8; i++) {
        a[i] = i;
        b[i] = i % 7 - 2;
        c[i] = i % 5;
    }
    NAME(down_behind)(n);
    NAME(down_not_zero)(n);
    NAME(down_wider)(n);
    NAME(step_declared)(n);
    *sums++ = NAME(down_ahead)(n);
    NAME(to_zero)(n);
    NAME(with_next)(n);
    NAME(with_next_size)(n);
    *sums++ = NAME(counted)(n);
    *sums++ = NAME(declared)(n);
    NAME(nested)(n);
    NAME(by_itself)(n);
    NAME(once)();
    NAME(step_inside)(n);
    NAME(up)(n);
    *sums++ = NAME(others)(n);
    sums[0] = sums[1] = sums[2] = 0;
    for (int i = 0; i < N + 8; i++) {
        sums[0] += a[i] * (i + 1);
        sums[1] += b[i] * (i + 1);
        sums[2] += c[i] * (i + 1);
    }
}
