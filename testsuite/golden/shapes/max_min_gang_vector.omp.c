// The greatest and the least over gangs and lanes of one loop; of unsigned numbers too.
void extremes(int n, const float *x, const unsigned *u, float *low, float *high, unsigned *top)
{
    float least = x[0], most = x[0];
    unsigned greatest = 0;
    #pragma omp parallel for simd schedule(static) if(n > 84000) reduction(min:least) reduction(max:most) reduction(max:greatest)
    for (int i = 0; i < n; i++) {
        if (x[i] < least)
            least = x[i];
        most = x[i] > most ? x[i] : most;
        greatest = u[i] > greatest ? u[i] : greatest;
    }
    *low = least, *high = most, *top = greatest;
}
