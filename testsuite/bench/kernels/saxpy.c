// One load and one update for each element.
// kernel: saxpy_saxpy_5 percent=100 line=6 in_flight=2
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
