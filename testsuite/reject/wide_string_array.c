// error: ACC0303 line 7: wide string
#include <stddef.h>
void f(int *a, int n)
{
    #pragma acc parallel loop copyout(a[0:n])
    for (int i = 0; i < n; i++) {
        wchar_t s[] = L"abc";
        a[i] = s[i % 3];
    }
}
