// error: ACC0304 line 8: has a typedef of variable length
void f(int n, int *a)
{
    #pragma acc parallel loop copy(a[0:n * 8])
    for (int i = 0; i < n; i++) {
        int m = 3 + i % 2;
        typedef int row[m]; m = 1;
        row *q = (row *)(a + i * 8);
        q[1][0] = m;
    }
}
