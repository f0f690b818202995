// run: -Werror
// error: ACC0212 line 11: 's' is used in the construct
// error: ACC0212 line 24: 't' is used in the construct
// A gang's part is nobody's sum; what gangs have copies of, and what one gang sums up, may be used.
int f(const int *a, int *b, int n)
{
    int s = 0, t = 0, u = 0, v = 0, w = 0;
#pragma acc parallel copyin(a[0:n]) copy(b[0:n], s, u) firstprivate(v) reduction(+:w)
    {
        b[3] = sizeof s;
        b[0] = s;
#pragma acc loop gang reduction(+:s, w)
        for (int i = 0; i < n; i++) {
            s += a[i];
            w += a[i];
        }
#pragma acc loop gang reduction(+:s)
        for (int i = 0; i < n; i++)
            s += b[i];
    }
#pragma acc parallel num_gangs(1) copyin(a[0:n]) copy(b[0:n], t)
    {
#pragma acc loop reduction(+:t)
        for (int i = 0; i < n; i++) t += a[i]; if (n) b[1] = t;
    }
#pragma acc parallel copyin(a[0:n]) copy(b[0:n], u)
    {
#pragma acc loop vector reduction(+:u)
        for (int i = 0; i < n; i++)
            u += a[i];
        b[2] = u;
    }
#pragma acc serial copyin(a[0:n]) copy(b[0:n], v)
    {
#pragma acc loop reduction(+:v)
        for (int i = 0; i < n; i++)
            v += a[i];
        b[2] = v;
    }
    return s + t + u + v + w;
}
