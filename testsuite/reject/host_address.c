// A pointer that is only compared goes where the one beside it is: with two of them, that can't be told.
// error: ACC0209 line 10: 'end' keeps the host's address on a device
// run: --acc-target=multicore,sim
void clear(double *a, double *b, double *end, int n)
{
    double *flag = a, *other = a;
    #pragma acc parallel loop copy(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = flag == other ? 0 : 1;
        if (a + i < end)
            a[i] = 2;
        if (b + i < end)
            b[i] = 2;
    }
    #pragma acc parallel loop copy(a[0:n])
    for (double *p = a; p < end; p++)
        *p = 0;
}
