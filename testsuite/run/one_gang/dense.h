/* Factors and substitution of dense matrices, for numbers of type T: F(name) makes the functions' names, and REGION is the directive, if there
 * is one. Numbers that aren't floating-point have no quotients: QUOTIENT(a, b) is something else then. */

/* Crout's: sums of products into a scalar of the region, the matrix as an array of variable length. */
static void F(crout)(int n, T a[n][n])
{
    REGION
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            T w = a[i][j];
            int most = i < j ? i : j;
            for (int k = 0; k < most; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = j < i ? QUOTIENT(w, a[j][j]) : w;
        }
}

/* Cholesky's by rows, without the root: all variables are declared at the function's start, the matrix is behind a pointer. */
static void F(rows)(int n, T *restrict a)
{
    int i, j, k;
    T w;
    REGION
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            w = a[i * n + j];
            for (k = 0; k < j; k++)
                w -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = QUOTIENT(w, a[j * n + j]);
        }
        w = a[i * n + i];
        for (k = 0; k < i; k++)
            w -= a[i * n + k] * a[i * n + k] / N;
        a[i * n + i] = w + 1;
    }
}

/* Forward, then back, in one region; the variable that sums up is the function's. */
static void F(solve)(int n, const T *restrict a, const T *restrict b, T *restrict x)
{
    int i, j;
    T s;
    REGION
    {
        for (i = 0; i < n; i++) {
            s = b[i];
            for (j = 0; j < i; j++)
                s -= a[i * n + j] * x[j];
            x[i] = s;
        }
        for (i = n - 1; i >= 0; i--) {
            s = x[i];
            for (j = i + 1; j < n; j++)
                s -= a[i * n + j] * x[j];
            x[i] = QUOTIENT(s, a[i * n + i]);
        }
    }
}

/* Durbin's recurrence on arrays of the file: three parallel loops in each turn, scalars between them, two of which are asked for at the end. */
static T F(r)[N], F(y)[N], F(z)[N];
static T F(durbin)(int n)
{
    T alpha = F(r)[0], beta = 1;
    F(y)[0] = F(r)[0];
    REGION
    for (int k = 1; k < n; k++) {
        T sum = 0;
        beta = (1 - alpha * alpha) * beta;
        for (int i = 0; i < k; i++)
            sum += F(r)[k - i - 1] * F(y)[i];
        alpha = 0 - QUOTIENT(F(r)[k] + sum, beta);
        for (int i = 0; i < k; i++)
            F(z)[i] = F(y)[i] + alpha * F(y)[k - i - 1];
        for (int i = 0; i < k; i++)
            F(y)[i] = F(z)[i];
        F(y)[k] = alpha;
    }
    return alpha + beta;
}

/* The largest element of what is left of each row decides on the row: some are left out, and a zero ends it all. */
static int F(pivots)(int n, T a[n][n])
{
    int done = 0;
    REGION
    for (int i = 0; i < n; i++) {
        if (i % 7 == 3)
            continue;
        T most = a[i][i];
        for (int j = i; j < n; j++)
            most = a[i][j] > most ? a[i][j] : most;
        if (most == 0)
            break;
        T s = 0;
        for (int j = 0; j < i; j++)
            s += a[j][i];
        a[i][i] = most + s;
        done = i;
    }
    return done;
}
