// error: ACC0010 line 4: copy
void f(int *a, int n)
{
    #pragma acc parallel loop copy() copyin(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
