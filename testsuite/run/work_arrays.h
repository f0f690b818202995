/* Loops whose iterations fill arrays before they read them, once as they are and once in regions. */
static void NAME(file_scope)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++)
            row[j] = i * j + x[j];
        double s = 0;
        for (int j = 0; j < M; j++)
            s += row[M - 1 - j] * (j + 1);
        r[i] = s;
    }
}

/* Two, one of them of rows; one row is as long as the last iteration leaves it, the rest stays. */
static void NAME(rows)(int n, int m, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            for (int k = 1; k < m; k++)
                table[j][k] = i + j * k;
        for (int k = 1; k < m; k++)
            row[k] = table[0][k] + table[3][m - k];
        for (int k = 1; k < m; k++)
            r[i] += row[k] * row[m - k] - table[2][k];
    }
}

/* By pieces, and C89's counters. */
static void NAME(pieces)(int n, int k, int m, double r[n])
{
    int i, j;
    KERNELS
    for (i = 0; i < n; i++) {
        row[0] = i;
        for (j = 1; j < k; j++)
            row[j] = row[j - 1] + x[j];
        for (j = k; j < m; j++)
            row[j] = i - x[j];
        for (j = 0; j < m - 1; j++)
            r[i] += row[j] * row[j + 1];
    }
}

/* Later iterations write more. */
static void NAME(growing)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            row[j] = i * 3 - j;
        for (int j = 0; j <= i; j++)
            r[i] += row[i - j] * row[j];
    }
}

/* Down, by two. */
static void NAME(down)(int n, double r[n])
{
    KERNELS
    for (int i = n - 1; i >= 0; i -= 2) {
        for (int j = 0; j < M; j++)
            row[j] = i + x[j];
        r[i] = row[3] + row[M - 1];
    }
}

/* Each of two loops, within steps that go one after the other. */
static void NAME(steps)(int t, int n, int m, double r[n][m])
{
    KERNELS
    for (int k = 0; k < t; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                for (int l = 0; l < 5; l++)
                    few[l] = r[i][j] + l * k;
                r[i][j] = (float)(few[0] * 0.5f + few[4]);
            }
}

static void NAME(parameter)(int n, int m, double work[m], double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            work[j] = i * j + 1;
        for (int j = 0; j < m; j++)
            r[i] += work[j] * work[m - 1 - j];
    }
}

static void NAME(pointer)(int n, int m, double *work, double *r)
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 2; j < m; j++)
            work[j] = i - j + r[i];
        for (int j = 2; j < m; j++)
            r[i] += work[j] * work[m + 1 - j];
    }
}

static double NAME(variable)(int n, int m, double r[n])
{
    double work[2][m], all = 0;
    for (int j = 0; j < m; j++)
        work[0][j] = work[1][j] = j;
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            work[1][j] = i * j + r[i];
        for (int j = 0; j < m; j++)
            r[i] += work[1][m - 1 - j];
    }
    for (int j = 0; j < m; j++)
        all += work[0][j] * 3 + work[1][j] * (j + 1);
    return all;
}

static void NAME(large)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < LARGE; j++)
            large[j] = i ^ j;
        int s = 0;
        for (int j = 0; j < LARGE; j++)
            s = (s + large[LARGE - 1 - j] * (j & 7)) & 0xffffff;
        r[i] = s;
    }
}
#undef NAME
#undef KERNELS
