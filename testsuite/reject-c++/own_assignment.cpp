// error: ACC0166 line 15: an object of class `outer`
struct counted {
    int n;
    counted &operator=(const counted &o) { n = o.n + 1; return *this; }
};
// The compiler's own assignment calls that of the part.
struct outer {
    counted c;
};
void f(int *a, outer c, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        outer d = c;
        d = c;
        a[i] = d.c.n;
    }
}
