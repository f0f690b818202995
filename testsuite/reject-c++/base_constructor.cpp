// error: ACC0166 line 9: the base of a class, which its own constructor gives values,
// error: ACC0166 line 17: a constructor that calls another one
// error: ACC0166 line 28: an object of class `base`
// error: ACC0166 line 29: an object of class `base`
struct base {
    int a;
    base() : a(3) {}
};
struct derived : base {
    int b;
    derived(int b) : b(b) {}
};
struct again {
    int n;
    again(int n) : n(n) {}
    // Its body runs behind the other one's.
    again() : again(3) { n += 1; }
};
struct holds {
    base part;
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        derived d(i);
        again g;
        holds h;
        holds z = holds();
        a[i] = d.a + d.b + g.n + h.part.a + z.part.a;
    }
}
