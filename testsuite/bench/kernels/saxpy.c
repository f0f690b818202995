// Loops that fetch little for each element: an update in place, a triad, a scaling, a copy, a gather.
// kernel: saxpy_saxpy_10 percent=100 line=11 in_flight=8 loads=1 stores=1 lanes=99 idle=1
// kernel: saxpy_triad_17 percent=100 line=18 in_flight=4 loads=1 stores=1 lanes=99 idle=1
// kernel: saxpy_scale_24 percent=100 line=25 in_flight=4 loads=1 stores=1 lanes=99 idle=1
// kernel: saxpy_copy_31 percent=100 line=32 in_flight=4 loads=1 stores=1 lanes=99 idle=1
// kernel: saxpy_gather_38 percent=100 line=39 in_flight=4 loads=1.1 stores=1 lanes=99 idle=1

void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

void triad(int n, double a, const double *restrict x, const double *restrict y, double *restrict z)
{
#pragma acc parallel loop copyin(x[0:n], y[0:n]) copyout(z[0:n])
    for (int i = 0; i < n; i++)
        z[i] = y[i] + a * x[i];
}

void scale(long n, double a, double *z)
{
#pragma acc parallel loop copy(z[0:n])
    for (long i = 0; i < n; i++)
        z[i] *= a;
}

void copy(int n, const double *restrict x, double *restrict z)
{
#pragma acc parallel loop copyin(x[0:n]) copyout(z[0:n])
    for (int i = 0; i < n; i++)
        z[i] = x[i];
}

void gather(int n, const int *restrict k, const double *restrict x, double *restrict z)
{
#pragma acc parallel loop copyin(k[0:n], x[0:n]) copyout(z[0:n])
    for (int i = 0; i < n; i++)
        z[i] = x[k[i]];
}

enum { N = 100000 };
static float x[N], y[N];
static double u[N], v[N], w[N];
static int k[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 7, y[i] = 1;
        u[i] = i % 9, v[i] = i % 5;
        k[i] = N - 1 - i;
    }
    saxpy(N, 2, x, y);
    for (int i = 0; i < N; i++)
        if (y[i] != 1 + 2 * (i % 7))
            return 1;
    triad(N, 3, u, v, w);
    scale(N, 0.5, w);
    gather(N, k, w, u);
    copy(N, u, v);
    for (int i = 0; i < N; i++) {
        int j = N - 1 - i;
        if (v[i] != (j % 5 + 3 * (j % 9)) * 0.5)
            return 2;
    }
    return 0;
}
