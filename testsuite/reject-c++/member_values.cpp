// error: ACC0166 line 13: an object of class `with`
// error: ACC0166 line 14: an object of class `with`
struct with {
    int n = 3;
    int k = n + 1;
    int m[2] = {1, 2};
    int o;
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        with w;
        with e{1};
        a[i] = w.o + e.n;
    }
}
