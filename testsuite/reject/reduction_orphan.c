// covers: 2.9.11 orphaned
// error: ACC0151 line 11: total
// error: ACC0151 line 14: rows[0:4]
double total;
#pragma acc declare create(total)

#pragma acc routine vector
double f(const double *a, int n, double *rows)
{
    double own = 0;
    #pragma acc loop vector reduction(+:total)
    for (int i = 0; i < n; i++)
        total += a[i];
    #pragma acc loop vector reduction(+:rows[0:4])
    for (int i = 0; i < n; i++)
        rows[i % 4] += a[i];
    #pragma acc loop vector reduction(+:own)
    for (int i = 0; i < n; i++)
        own += a[i];
    return own;
}

void g(const double *a, int n, double *out)
{
    double rows[4] = {0};
    #pragma acc parallel loop gang copyin(a[0:n]) copyout(out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = f(a, i, rows);
}
