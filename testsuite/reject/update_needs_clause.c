// covers: 2.14.4 clause
// error: ACC0022 line 5: update
void f(int *a, int n)
{
    #pragma acc update async(1)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
