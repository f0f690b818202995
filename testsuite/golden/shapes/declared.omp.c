// Variables of a declare, in a kernel and in a routine that it calls.
static double weight[16];
static int shift;
static float *grid;
static double weigh(int i)
{
    return weight[(i + shift) & 15] + grid[i];
}
void use(int n, double *out)
{
    #pragma omp parallel for schedule(static) if(n > 100000) firstprivate(shift)
    for (int i = 0; i < n; i++)
        out[i] = weigh(i) + weight[0] + shift;
}
