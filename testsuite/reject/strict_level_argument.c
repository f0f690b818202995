// error: ACC0028 line 5: worker
// run: -acc=strict
void f(int *a, int n)
{
    #pragma acc parallel loop gang worker(4) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
