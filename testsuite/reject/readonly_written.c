// covers: 2.7.7 readonly
// run: -acc=strict
// error: ACC0138 line 10: `a` is written here
// error: ACC0138 line 15: `b` is written here
void f(int *a, int *b, int n)
{
    #pragma acc data copyin(readonly: a[0:n])
    #pragma acc parallel loop copy(b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i];
    #pragma acc parallel loop copy(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc cache(readonly: b[i:1])
        a[i] = b[i];
        b[i] = 0;
    }
}
