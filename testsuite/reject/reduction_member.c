// covers: 2.5.15 member
// run: -acc=strict
// error: ACC0150 line 14: s.sum
// error: ACC0150 line 17: p->sum
// error: ACC0150 line 20: *q
struct sums {
    double sum;
    double *at;
};
double f(const double *a, int n, struct sums *p)
{
    struct sums s = {0};
    double *q = &s.sum;
    #pragma acc parallel loop reduction(+:s.sum) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s.sum += a[i];
    #pragma acc parallel loop reduction(+:p->sum) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        p->sum += a[i];
    #pragma acc parallel loop reduction(+:(*q)) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        *q += a[i];
    return s.sum;
}
