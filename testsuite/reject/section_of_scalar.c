// error: ACC0122 line 4: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n], n[0:3])
    for (int i = 0; i < 3; i++)
        a[i] = i;
}
