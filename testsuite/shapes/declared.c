// Variables of a declare, in a kernel and in a routine that it calls.
static double weight[16];
#pragma acc declare create(weight)
static int shift;
#pragma acc declare copyin(shift)
static float *grid;
#pragma acc declare link(grid)
#pragma acc routine seq
static double weigh(int i)
{
    return weight[(i + shift) & 15] + grid[i];
}
void use(int n, double *out)
{
    #pragma acc parallel loop copyout(out[0:n]) copyin(grid[0:n])
    for (int i = 0; i < n; i++)
        out[i] = weigh(i) + weight[0] + shift;
}
