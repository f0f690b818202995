/* Loops that look for the largest or the smallest value and where it is, for kernels_sought.c: once with KERNELS as a directive,
   once without. */

static void NAME(first_largest)(int n, double m, int k, double *out)
{
    KERNELS
    for (int i = 0; i < n; i++)
        if (a[i] > m) {
            m = a[i];
            k = i;
        }
    out[0] = m, out[1] = k;
}

static void NAME(last_largest)(int n, double m, int k, double *out)
{
    KERNELS
    for (int i = 0; i < n; i++) {
        if (m <= a[i]) {
            k = i;
            m = a[i];
        }
    }
    out[0] = m, out[1] = k;
}

static void NAME(first_smallest)(long n, double m, long k, double *out)
{
    KERNELS
    for (long i = 0; i < n; ++i)
        if (m > a[i]) {
            k = i;
            m = a[i];
        }
    out[0] = m, out[1] = k;
}

static void NAME(last_smallest)(size_t n, double m, size_t k, double *out)
{
    KERNELS
    for (size_t i = 0; i < n; ++i)
        if (a[i] <= m) {
            m = a[i];
            k = i;
        }
    out[0] = m, out[1] = k;
}

static void NAME(absolute)(int n, double m, int k, double *out)
{
    double t;
    KERNELS
    for (int i = n - 1; i >= 0; i -= 3) {
        t = fabs(a[i]);
        if (t >= m) {
            m = t;
            k = i;
        }
    }
    out[0] = m, out[1] = k;
}

static void NAME(guarded)(int n, int m, int k, int v, double *out)
{
    KERNELS
    for (int i = 0; i < n; i++) {
        int t = w[i] * w[i] - c[i];
        if (i > 2 && c[i - 3] > 3)
            if (t > m) {
                m = t;
                k = i + 1;
                v = c[i];
            }
    }
    out[0] = m, out[1] = k, out[2] = v;
}

static void NAME(nest)(int n, int columns, double m, int k, int l, double *out)
{
    int i, j = -1;
    KERNELS
    for (i = 2; i < n; i++)
        for (j = 1; j <= columns; j++)
            if (table[i][j] < m) {
                m = table[i][j];
                k = i;
                l = j;
            }
    out[0] = m, out[1] = k, out[2] = l, out[3] = i, out[4] = j;
}

static void NAME(last_of_nest)(int n, int columns, double m, int k, int l, double *out)
{
    KERNELS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++) {
            if (fabs(table[i][j]) >= m) {
                m = fabs(table[i][j]);
                k = i;
                l = j;
            }
        }
    out[0] = m, out[1] = k, out[2] = l;
}

static void NAME(differences)(unsigned n, float m, int k, double *out)
{
    KERNELS
    for (unsigned i = 1; i < n; i++) {
        float t = f[i] - f[i - 1];
        if (t > m) {
            m = t;
            k = i;
        }
    }
    out[0] = m, out[1] = k;
}

static void NAME(narrow)(unsigned char m, short k, double *out)
{
    KERNELS
    for (unsigned char i = 255; i > 3; i -= 2)
        if (c[i] >= m) {
            m = c[i];
            k = i;
        }
    out[0] = m, out[1] = k;
}

/* With variables of the file, and a region that goes on with what was found. */
static void NAME(within)(int n, double *out)
{
    KERNELS
    {
        best = a[0];
        place = 0;
        for (int i = 1; i < n; i++)
            if (a[i] > best) {
                best = a[i];
                place = i;
            }
        for (int i = 0; i < 4; i++)
            table[0][i] = best + place;
    }
    out[0] = best, out[1] = place, out[2] = table[0][3];
}

/* The pivots of a linear system. */
static void NAME(factorise)(int n, double *out)
{
    int pivot, i, j, k;
    double big, t;
    KERNELS
    for (k = 0; k < n; k++) {
        big = 0;
        pivot = k;
        for (i = k; i < n; i++)
            if (fabs(q[i][k]) > big) {
                big = fabs(q[i][k]);
                pivot = i;
            }
        order[k] = pivot;
        for (j = 0; j < n; j++) {
            t = q[k][j];
            q[k][j] = q[pivot][j];
            q[pivot][j] = t;
        }
        for (i = k + 1; i < n; i++) {
            q[i][k] /= q[k][k];
            for (j = k + 1; j < n; j++)
                q[i][j] -= q[i][k] * q[k][j];
        }
    }
    for (i = 0; i < n; i++)
        out[i] = q[i][i] + order[i];
}

/* These are something else, and run in order. */
static void NAME(others)(int n, double *out)
{
    double m = -3, second = -3, s = 0;
    int k = -1, moved = 0, seen = 0;
    KERNELS
    for (int i = 0; i < n; i++)
        if (a[i] > m) {
            second = m;
            m = a[i];
            k = i;
        }
    out[0] = m + second, out[1] = k;
    m = -3;
    KERNELS
    for (int i = 0; i < n; i++)
        if (a[i] > m) {
            m = a[i];
            moved++;
        }
    out[2] = moved;
    m = -3;
    KERNELS
    for (int i = 0; i < n; i++) {
        if (a[i] > m) {
            m = a[i];
            k = i;
        }
        s += k;
    }
    out[3] = s;
    m = -3;
    KERNELS
    for (int i = 0; i < n; i++) {
        if (a[i] > m) {
            m = a[i];
            k = i;
        } else
            seen = i;
    }
    out[4] = seen + k;
    int most = 0;
    KERNELS
    for (int i = 0; i < n; i++)
        if (a[i] > most) {
            most = a[i] / 2;
            k = i;
        }
    out[5] = most + k;
}
