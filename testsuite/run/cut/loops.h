/* Loops of which one iteration writes what the others read. F(name) makes the functions' names, and REGION is the directive, if there is one. */

/* Sums that go around by all others; the last one only if it is an element. Not idempotent, so the order of iterations shows. */
static void F(paths)(int n, unsigned a[N][N], int last)
{
    int i, j, k;
    REGION
    for (k = 0; k <= last && k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                a[i][j] = a[i][j] * 3 + a[i][k] * a[k][j];
}

/* The same in one dimension, counted without a sign. */
static void F(flat)(size_t n, unsigned *a)
{
    REGION
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                a[i * n + j] = a[i * n + j] * 3 + a[i * n + k] * a[k * n + j];
}

/* Conditions, and scalars of iterations. */
static void F(closure)(int n, unsigned char r[N][N])
{
    REGION
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                unsigned char over = r[i][k] && r[k][j];
                if (over)
                    r[i][j] = (unsigned char)(r[i][j] + 1);
            }
        }
}

/* One element is read by all others, and no iteration may be it: p may be before the first one. */
static void F(from)(int n, unsigned *a, int p, int low)
{
    REGION
    for (int i = low; i < n; i++)
        a[i] = a[i] * 5 + a[p];
}

/* The first iteration changes what the others divide by. */
static void F(first)(int n, double *d)
{
    REGION
    for (int i = 0; i < n; i++)
        d[i] = d[i] / (d[0] + 1);
}

/* The last one reads what it changes, which those before it have read. */
static void F(last)(int n, double *d)
{
    REGION
    for (int i = 0; i <= n - 1; i++)
        d[i] = d[i] + 0.5 * d[n - 1];
}

/* Counters that only these loops use. */
static void F(counted)(int n, unsigned a[N * N])
{
    int i, j, k;
    REGION
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                a[i * n + j] = a[i * n + j] * 3 + a[i * n + k] * a[k * n + j];
}

/* Likewise, in another order: from the diagonal outwards. */
static void F(outwards)(int n, unsigned a[N][N])
{
    int i, j, k;
    REGION
    for (i = n - 2; i >= 0; i--)
        for (j = i + 1; j < n; j++)
            for (k = i; k < j; k++)
                a[i][j] = a[i][j] * 3 + a[i][k] * a[k + 1][j];
}

/* Types of iterations, which are in the text of the whole body alone. */
static void F(typed)(int n, unsigned a[N][N], unsigned *sums)
{
    REGION
    for (int i = 0; i < n; i++) {
        typedef unsigned element;
        enum { TWO = 2 };
        sums[i] = 0;
        for (int j = 0; j < n; j++) {
            sums[n + j] += (element)a[i][j] * TWO;
            sums[i] += (element)a[i][j];
        }
    }
    REGION
    for (int i = n - 2; i >= 0; i--) {
        enum { THREE = 3 };
        for (int j = i + 1; j < n; j++)
            for (int k = i; k < j; k++)
                a[i][j] = a[i][j] * THREE + a[i][k] * a[k + 1][j];
    }
}

/* The cut is behind all iterations where k is 0. */
static void F(wrapped)(unsigned n, unsigned *a, unsigned *count)
{
    REGION
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < n; i++) {
            count[i] += 1;
            if (k > 0)
                a[i] = a[i] * 3 + a[k - 1];
        }
}
