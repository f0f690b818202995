/* Sums in elements of arrays, as PolyBench has them, for numbers of type T: F(name) makes the functions' names, and REGION is the directive, if
 * there is one. QUOTIENT(a, b) is what numbers that aren't floating-point have for a quotient. */

static T F(m)[N][N], F(x)[N], F(b)[N];

/* Arrays of the file. The first rows have no element on the left. */
static void F(forward)(int n)
{
    REGION
    for (int i = 0; i < n; i++) {
        F(x)[i] = F(b)[i];
        for (int j = 2; j < i; j++)
            F(x)[i] -= F(m)[i][j] * F(x)[j];
        F(x)[i] = QUOTIENT(F(x)[i], F(m)[i][i]);
    }
}

/* Arrays of variable length; the sum is written out, and the loop counts down. */
static void F(back)(int n, T a[restrict n][n], T x[restrict n])
{
    int i, j;
    REGION
    for (i = n - 1; i >= 0; i--) {
        for (j = n - 1; j > i; j--)
            x[i] = x[i] - a[i][j] * x[j];
        x[i] = QUOTIENT(x[i], a[i][i]);
    }
}

static void F(lower)(int n, T a[n][n])
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                a[i][j] -= a[i][k] * a[j][k];
            }
            a[i][j] = QUOTIENT(a[i][j], a[j][j]);
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k] / N;
        a[i][i] += 1;
    }
}

/* A sum of its own in each loop, in one element of three; the element itself is read by the last iteration, so that loop stays as it is. */
static void F(mixed)(int n, const T *restrict a, T *restrict s)
{
    REGION
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            s[0] += a[i * n + j];
        for (int j = 0; j < i; j++)
            s[1] += a[i * n + j] * s[0];
        for (int j = 0; j < 3; j++)
            s[2] += s[j] * a[i];
    }
}
