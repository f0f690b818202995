// covers: 2.9.4 vector argument
// error: ACC0135 line 6: vector
void f(int *a, int n)
{
    #pragma acc parallel vector_length(64) copy(a[0:n])
    #pragma acc loop vector(32)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
