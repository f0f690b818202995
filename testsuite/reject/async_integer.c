// covers: 2.16 integer
// error: ACC0102 line 5: async
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop copy(a[0:n]) async(1.5)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
