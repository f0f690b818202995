// Loops in statement expressions run in order: clauses that spread them have no effect.
// run: -acc=strict
// error: ACC0205 line 9: has no effect
void f(int *a, int n)
{
    #pragma acc parallel loop gang copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = ({ int s = 0;
            #pragma acc loop vector reduction(+:s)
            for (int k = 0; k < n; k++) s += k;
            s; });
}
