// A loop's end is a pointer that was made outside: on a device the loop's pointer has other values.
// error: ACC0209 line 9: 'end' keeps the host's address on a device
// error: ACC0209 line 13: 'start' keeps the host's address on a device
// run: -Werror --acc-target=multicore,sim
void clear(double *a, int n)
{
    double *end = a + n, *start = a, *flag = a, *other = a;
    #pragma acc parallel loop copy(a[0:n])
    for (double *p = a; p < end; p++)
        *p = flag == other ? 0 : 1;
    #pragma acc parallel loop copy(a[0:n])
    for (double *p = a; p < a + n; p++)
        *p = p - start;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        if (flag && start != 0)
            a[i] = 0;
}
