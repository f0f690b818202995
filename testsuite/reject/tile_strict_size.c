// A size that is not constant is chosen by the compiler, but for -acc=strict.
// error: ACC0103 line 6: tile
// run: -acc=strict
void f(int *a, int n)
{
    #pragma acc parallel loop tile(n) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
