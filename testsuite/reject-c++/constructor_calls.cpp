// error: ACC0166 line 6: a constructor that calls another one
struct again {
    int n;
    again(int n) : n(n) {}
    // Its body runs behind the other one's.
    again() : again(3) { n += 1; }
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        again g;
        a[i] = g.n;
    }
}
