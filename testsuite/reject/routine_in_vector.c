// covers: 2.15.1 level
// error: ACC0140 line 17: row
// error: ACC0140 line 20: block
// error: ACC0140 line 27: grid
#pragma acc routine vector
void row(int *a, int n);
#pragma acc routine worker
void block(int *a, int n);
#pragma acc routine gang
void grid(int *a, int n);
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
    {
        #pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            row(a, i);
        #pragma acc loop gang worker
        for (int i = 0; i < n; i++)
            block(a, i);
        #pragma acc loop gang worker
        for (int i = 0; i < n; i++)
            row(a, i);
        #pragma acc loop gang
        for (int i = 0; i < n; i++) {
            block(a, i);
            grid(a, i);
        }
        grid(a, n);
    }
}
