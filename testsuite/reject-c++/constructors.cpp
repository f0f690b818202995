// error: ACC0166 line 12: an object of class `counted` can't be compiled inside OpenACC constructs
struct counted {
    int n;
    counted() : n(1) {}
    counted(const counted &o) : n(o.n + 1) {}
    ~counted() {}
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        counted c;
        a[i] = c.n;
    }
}
