/* The nests of sums_ahead.c, which includes them twice: with their regions, and without. */
static void NAME(element)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        z[i] = y[i];
        for (int k = 0; k < i; k++)
            z[i] -= A[i][k] * z[k];
        z[i] = z[i] / 2;
    }
}

/* Where the pointers lead to the same memory, in order. */
static void NAME(scalar)(long n, const double *a, double *x, const double *b)
{
    long i, k;
    double s;
    REGION
    for (i = 0; i <= n - 1; ++i) {
        s = b[i];
        TERMS(0, i, s = s - a[i * M + k] * x[k])
        x[i] = s * 0.5;
    }
}

/* Elements side by side, each loop with its own type. */
static void NAME(lanes)(unsigned n)
{
    REGION
    for (unsigned i = 0; i < n; i++) {
        for (int k = 0; k < (int)i; k++)
            z[i] -= A[k][i] * z[k];
        z[i] *= 0.5;
    }
}

static void NAME(floats)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        float s = yf[i];
        for (int k = 0; k < i; k++)
            s -= Af[k][i] * zf[k];
        zf[i] = s * 0.5f;
    }
}

static void NAME(member)(void)
{
    int n = inside.n;
    REGION
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            inside.z[i] -= A[i][k] * inside.z[k];
        inside.z[i] *= 0.5;
    }
}

static void NAME(two)(int n)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            u[i] -= A[i][k] * u[k] - A[k][i] * v[k];
            v[i] -= A[i][k] * v[k] + A[k][i] * u[k];
        }
}

/* What an iteration computes before, and conditions, loops and declarations around. */
static void NAME(around)(int n)
{
    int i, k, l;
    REGION
    for (i = 0; i < n; i++) {
        double f = y[i] * 0.25, g;
        const double half = f > 1 ? 0.5 : 0.25;
        for (l = 0; l < 3; l++)
            f += A[l][i];
        z[i] = f;
        TERMS(1, i, z[i] -= half * A[i][k] * z[k])
        g = z[i] * half;
        if (g > 1)
            g = 1;
        C[i][0] = g + f;
        for (l = 1; l < 4; l++)
            C[i][l] = g * l;
    }
}

/* Three loops: the one in the middle takes sums together, row for row. */
static void NAME(elimination)(int n)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double w = C[i][j];
            for (int k = 0; k < j; k++)
                w -= C[i][k] * C[k][j] * 0.01;
            C[i][j] = w * 0.5;
        }
}

/* And wave by wave. */
static void NAME(cholesky)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                C[i][j] -= C[i][k] * C[j][k];
            C[i][j] /= C[j][j];
        }
        for (int k = 0; k < i; k++)
            C[i][i] -= C[i][k] * C[i][k];
        C[i][i] = sqrt(C[i][i]);
    }
}

/* What an iteration leaves is just behind what all sums of the next ones have. */
static void NAME(far_enough)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            z[i] -= A[i][k] * y[k + 1];
        y[i + 1] = z[i] * 0.5;
    }
}

/* Each of these needs in a sum what an iteration nearby has yet to leave. */
static void NAME(own_element)(int n)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i + 1; k++)
            z[i] -= A[i][k] * z[k] * 0.1;
}

static void NAME(before)(int n)
{
    REGION
    for (int i = 1; i < n; i++) {
        y[i] = z[i - 1];
        for (int k = 0; k < i - 1; k++)
            z[i] -= A[i][k] * z[k];
    }
}

static void NAME(near)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            z[i] -= A[i][k] * y[k + 2];
        y[i + 1] = z[i] * 0.5;
    }
}

/* A counter that the body declares, beside the loop. */
static void NAME(counter)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        int k, l;
        for (l = 0; l < 2; l++)
            z[i] += y[i] * 0.125;
        for (k = 0; k < i; k++)
            z[i] -= A[i][k] * z[k];
    }
}

/* Two sums in one element. */
static void NAME(twice)(int n)
{
    REGION
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            z[i] -= A[i][k] * z[k];
            z[i] -= A[k][i] * 0.5;
        }
}

/* Sums that begin at the end go the other way. */
static void NAME(back)(int n)
{
    REGION
    for (int i = n - 1; i >= 0; i--) {
        z[i] = y[i];
        for (int k = i + 1; k < n; k++)
            z[i] -= A[i][k] * z[k];
        z[i] *= 0.5;
    }
}

/* Behind its sum an iteration writes what the sums of later ones read from their beginning on. */
static void NAME(written_ahead)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            z[i] -= A[i][k] * u[k];
        A[i + 1 < n ? i + 1 : i][0] = z[i] * 0.125;
    }
}
