// covers: 2.15.1 static
// error: ACC0130 line 6: calls
#pragma acc routine seq
static int count(int i)
{
    static int calls;
    return calls += i;
}
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = count(i);
}
