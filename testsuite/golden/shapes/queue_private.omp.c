// host: the tasks and the calls for queues
// An asynchronous construct that takes scalars, an array and a struct along, and reduces a variable that lives on.
struct pair {
    int a, b;
};
static double total;
void later(int n, struct pair p, const double *restrict x, double *restrict y)
{
    double table[4] = {1, 2, 3, 4};
    const int shift = n / 2;
    #pragma omp parallel for simd schedule(static) if((n - shift) > 120000) reduction(+:total)
    for (int i = 0; i < n - shift; i++) {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
}
