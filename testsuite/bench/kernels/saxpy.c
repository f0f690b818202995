// One load and one update for each element.
// kernel: saxpy_saxpy_5 percent=100 line=6 in_flight=2 loads=1 stores=1 lanes=99 idle=1
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

enum { N = 100000 };
static float x[N], y[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 7, y[i] = 1;
    saxpy(N, 2, x, y);
    for (int i = 0; i < N; i++)
        if (y[i] != 1 + 2 * (i % 7))
            return 1;
    return 0;
}
