// error: ACC0305 line 9: pointers
// error: ACC0305 line 10: value
static int inc(int x) { return x + 1; }
int (*chosen)(int) = inc;
void f(int *a, int n, int (*op)(int))
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = op(a[i]);
        int (*mine)(int) = inc;
        a[i] += mine(i);
    }
}
