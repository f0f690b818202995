// error: ACC0008 line 4: vector_length
void f(int *a, int n)
{
    #pragma acc parallel loop vector_length copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
