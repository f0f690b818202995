// error: ACC0166 line 10: an object of class `counted`
struct counted {
    int n;
    counted &operator=(const counted &o) { n = o.n + 1; return *this; }
};
void f(int *a, counted c, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        counted d = c;
        a[i] = d.n;
    }
}
