// run: -std=c++20
// error: ACC0166 line 14: an `operator<=>` that is `= default`
#include <compare>
struct version {
    int major, minor;
    auto operator<=>(const version &) const = default;
};
void f(version *a, int *less, int n)
{
    version first{1, 2};
    #pragma acc parallel loop copyin(a[0:n]) copyout(less[0:n])
    for (int i = 0; i < n; i++) {
        less[i] = a[i] == first;
        less[i] += a[i] < first;
    }
}
