// covers: 2.5.4 branch out
// error: ACC0116 line 8: break
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            break;
        a[i] = i;
    }
}
