// A sparse matrix, by rows, and a vector.
// kernel: sparse_product_7 percent=75 line=11 in_flight=2 loads=1.4 stores=1 lanes=94 idle=1
// kernel: sparse_by_workers_19 percent=75 line=23 in_flight=8 loads=1.8 stores=1 lanes=92 idle=1
// kernel: sparse_plain_31 percent=100 line=34 in_flight=2 loads=1.4 stores=1 lanes=94 idle=1
void product(int n, const int *restrict start, const int *restrict column, const double *restrict value, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop gang present(start, column, value, x, y)
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma acc loop vector reduction(+:s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}

void by_workers(int n, const int *restrict start, const int *restrict column, const double *restrict value, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop gang worker num_workers(4) vector_length(32) present(start, column, value, x, y)
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma acc loop vector reduction(+:s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}

void plain(int n, const int *restrict start, const int *restrict column, const double *restrict value, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop present(start, column, value, x, y)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}

enum { N = 1000, MOST = 40 * N };
static int start[N + 1], column[MOST];
static double value[MOST], x[N], y[N];

static int wrong(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        bad += y[i] != s;
        y[i] = 0;
    }
    return bad;
}

int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++) {
        start[i + 1] = start[i] + 24 + i % 16;
        x[i] = i % 9;
        for (int k = start[i]; k < start[i + 1]; k++) {
            column[k] = (i + (k - start[i]) * 3) % N;
            value[k] = k % 5;
        }
    }
#pragma acc data copyin(start, column, value, x) create(y)
    {
        product(N, start, column, value, x, y);
#pragma acc update self(y)
        bad += wrong();
        by_workers(N, start, column, value, x, y);
#pragma acc update self(y)
        bad += wrong();
        plain(N, start, column, value, x, y);
#pragma acc update self(y)
        bad += wrong();
    }
    return bad != 0;
}
