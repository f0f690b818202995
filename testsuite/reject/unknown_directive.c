// error: ACC0001 line 4: paralel
void f(int *a, int n)
{
    #pragma acc paralel loop
    for (int i = 0; i < n; i++)
        a[i] = i;
}
