// error: ACC0027 line 4: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n]) @
    for (int i = 0; i < n; i++)
        a[i] = i;
}
