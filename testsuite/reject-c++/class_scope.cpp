// error: ACC0125 line 6: `update` isn't allowed outside of a function
// error: ACC0101 line 6: `a` is not a valid expression here: invalid use of member 'a' in static member function
// error: ACC0125 line 10: `parallel` isn't allowed outside of a function
struct field {
    double *a;
    #pragma acc update self(a)
    int n;
};
namespace deep {
#pragma acc parallel
int n;
}
