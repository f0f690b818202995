// error: ACC0105 line 5: `parallel loop` before a `for` over a range isn't compiled
void f(double *a)
{
    int t[3] = {1, 2, 3};
    #pragma acc parallel loop copy(a[0:4])
    for (int x : t)
        a[x] = 1;
}
