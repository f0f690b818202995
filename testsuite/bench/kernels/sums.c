// A dot product, a norm, a maximum with its index, sums of rows and of columns.
// kernel: sums_dot_13 percent=100 line=14 in_flight=7 loads=1 stores=1 lanes=94 idle=1
// kernel: sums_largest_22 percent=100 line=23 in_flight=4 loads=1 stores=1 lanes=95 idle=1
// kernel: sums_rows_30 percent=100 line=34 in_flight=4 loads=1 stores=1 lanes=93 idle=1
// kernel: sums_columns_42 percent=100 line=45 in_flight=8 loads=1 stores=1 lanes=97 idle=3
// kernel: sums_index_of_largest_56 percent=100 line=56 in_flight=4 loads=1 stores=1 lanes=95 idle=1
// kernel: sums_index_of_largest_56_2 percent=100 line=56 in_flight=4 loads=1 stores=1 lanes=95 idle=1
// kernel: sums_index_of_largest_56_3 percent=100 line=56 in_flight=2 loads=1 stores=1 lanes=99 idle=1
// kernel: sums_index_of_largest_57 percent=50 loads=1 stores=1
double dot(int n, const double *restrict x, const double *restrict y)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s) copyin(x[0:n], y[0:n])
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

double largest(int n, const double *restrict x)
{
    double m = 0;
#pragma acc parallel loop reduction(max:m) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        m = x[i] > m ? x[i] : m;
    return m;
}

void rows(int n, int m, double (*restrict a)[m], double *restrict r)
{
#pragma acc parallel loop gang copyin(a[0:n]) copyout(r[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma acc loop vector reduction(+:s)
        for (int j = 0; j < m; j++)
            s += a[i][j];
        r[i] = s;
    }
}

void columns(int n, int m, double (*restrict a)[m], double *restrict r)
{
#pragma acc parallel loop copyin(a[0:n]) copyout(r[0:m])
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a[i][j];
        r[j] = s;
    }
}

int index_of_largest(int n, const double *restrict x)
{
    double m = x[0];
    int at = 0;
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (x[i] > m) {
            m = x[i];
            at = i;
        }
    return at;
}

enum { N = 100000, ROWS = 300, COLUMNS = 500 };
static double x[N], y[N], a[ROWS][COLUMNS], r[ROWS], c[COLUMNS];

int main(void)
{
    int bad = 0;
    double s = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i * 7919L % 1000;
        y[i] = i % 3;
        s += x[i] * y[i];
    }
    x[77777] = 5000;
    s += 5000 * y[77777] - 77777 * 7919L % 1000 * y[77777];
    bad += dot(N, x, y) != s;
    bad += largest(N, x) != 5000;
    bad += index_of_largest(N, x) != 77777;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = (i * 3 + j * 5) % 32;
    rows(ROWS, COLUMNS, a, r);
    columns(ROWS, COLUMNS, a, c);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            r[i] -= a[i][j], c[j] -= a[i][j];
    for (int i = 0; i < ROWS; i++)
        bad += r[i] != 0;
    for (int j = 0; j < COLUMNS; j++)
        bad += c[j] != 0;
    return bad != 0;
}
