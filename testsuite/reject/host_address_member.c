// A pointer in a struct comes with it as the host has it: it can't be compared with one that the device has.
// error: ACC0209 line 12: 'v.end' keeps the host's address on a device
// error: ACC0209 line 15: 's.end' keeps the host's address on a device
// run: -Werror --acc-target=multicore,sim
struct range {
    double *first, *end;
};

void clear(double *a, struct range v, struct range s, struct range w, int n)
{
    #pragma acc parallel loop copy(a[0:n]) firstprivate(v)
    for (double *p = a; p < v.end; p++)
        *p = 0;
    #pragma acc parallel loop copy(a[0:n], s)
    for (double *p = a; p < s.end; p++)
        *p = 0;
    #pragma acc serial copy(a[0:n])
    {
        w.end = a + n;
        for (double *p = a; p < w.end; p++)
            *p = 0;
    }
}
