// error: ACC0166 line 10: `bind` to `any`, whose parameters have any type,
// error: ACC0141 line 15: `first` is bound to `second`, which is bound itself
// error: ACC0166 line 24: `bind` of a lambda that captures variables
int other(int x);
#pragma acc routine seq
int other(int x) { return x - 1; }

auto any = [](auto x) { return x + 1; };

#pragma acc routine seq bind(any)
int down(int x) { return x; }

#pragma acc routine seq bind(other)
auto second = [](int x) { return x + 2; };
#pragma acc routine seq bind(second)
auto first = [](int x) { return x + 3; };

void f(int *a, int n, const int k)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = down(i) + first(i) + second(i);

    #pragma acc routine seq bind(other)
    auto held = [=](int x) { return x + k; };
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += held(i);
}
