// covers: 2.5.4 one if
// error: ACC0005 line 5: if
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop copy(a[0:n]) if(n > 1) if(n > 2)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
