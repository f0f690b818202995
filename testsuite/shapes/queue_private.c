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
    #pragma acc parallel loop async(2) firstprivate(table, p) reduction(+ : total) present(x, y)
    for (int i = 0; i < n - shift; i++) {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
    #pragma acc wait(2)
}
