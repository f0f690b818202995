// error: ACC0166 line 11: an operator of a class whose operand assigns a variable
struct sum {
    int n;
    sum operator+(int k) const { return sum{n + k}; }
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        int k = 0;
        sum s = sum{k} + (k = i);
        a[i] = s.n;
    }
}
