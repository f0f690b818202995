// error: ACC0107 line 5: for
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0;; i++)
        a[i] = 1;
}
