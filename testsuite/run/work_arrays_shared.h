/* Loops whose iterations share an array, once as they are and once in regions. */
static void NAME(read_first)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        r[i] += row[M - 1];
        for (int j = 0; j < M; j++)
            row[j] = i * j + x[j];
        r[i] += row[3];
    }
}

static void NAME(conditional)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++)
            if (x[j] > i % 3)
                row[j] = i * j;
        for (int j = 0; j < M; j++)
            r[i] += row[j];
    }
}

/* The last iteration leaves what earlier ones have written. */
static void NAME(shrinking)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n - i; j++)
            row[j] = i * 3 - j;
        for (int j = 0; j < n - i; j++)
            r[i] += row[n - i - 1 - j] * row[j];
    }
}

static void NAME(shifted)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = i; j < i + 8; j++)
            row[j] = i + j;
        for (int j = i; j < i + 8; j++)
            r[i] += row[j];
    }
}

static void NAME(handed_on)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < M; j++)
            row[j] = row[j - 1] + i;
        r[i] += row[M - 1];
    }
}

/* A loop that may end early fills it. */
static void NAME(ends)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++) {
            if (j > i)
                break;
            row[j] = i * j;
        }
        for (int j = 0; j < M; j++)
            r[i] += row[j];
    }
}

static void NAME(gaps)(int n, double r[n])
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j += 2)
            row[j] = i * j;
        for (int j = 0; j < M; j++)
            r[i] += row[j];
    }
}

/* Another pointer may lead to it. */
static void NAME(through)(int n, double *other, double *r)
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++)
            row[j] = i + x[j];
        for (int j = 0; j < M; j++)
            r[i] += row[M - 1 - j] * other[j];
        other[i] = r[i];
    }
}
/* Two work arrays may be one. */
static void NAME(two)(int n, double *one, double *other, double *r)
{
    KERNELS
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
            one[j] = i + x[j];
        for (int j = 0; j < 8; j++)
            other[j] = i * j;
        for (int j = 0; j < 8; j++)
            r[i] += one[j] * other[7 - j];
    }
}
#undef NAME
#undef KERNELS
