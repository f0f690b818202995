// error: ACC0024 line 4: swap
void f(int *a, int n)
{
    #pragma acc atomic swap
    for (int i = 0; i < n; i++)
        a[i] = i;
}
