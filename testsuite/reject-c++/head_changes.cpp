// error: ACC0111 line 11: the body changes what the loop's bound or step depends on
struct list {
    int n;
    double *a;
    int size() const { return n; }
    void fill()
    {
        #pragma acc parallel loop copy(this[0:1], a[0:10])
        for (int i = 0; i < size(); i++) {
            a[i] = i;
            n = n - 1;
        }
    }
};
void f(list &l) { l.fill(); }
