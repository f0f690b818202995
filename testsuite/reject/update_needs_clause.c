// error: ACC0022 line 4: update
void f(int *a, int n)
{
    #pragma acc update async(1)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
