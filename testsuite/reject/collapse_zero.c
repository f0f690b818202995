// covers: 2.9.1 constant
// error: ACC0018 line 5: collapse
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(0) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
