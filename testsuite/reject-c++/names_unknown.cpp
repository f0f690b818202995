// error: ACC0101 line 7: `ns::m` is not a valid expression here: no member named 'm' in namespace 'ns'
namespace ns {
int n;
}
void f(double *a)
{
    #pragma acc parallel loop copy(a[0:ns::m])
    for (int i = 0; i < ns::n; i++)
        a[i] = 0;
}
