// error: ACC0167 line 5: `parallel loop` in a lambda isn't compiled
void f(double *a, int n)
{
    auto go = [&]() {
        #pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = i;
    };
    go();
}
