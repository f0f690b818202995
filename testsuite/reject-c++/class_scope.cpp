// error: ACC0125 line 6: `update` can't stand outside of a function
// error: ACC0101 line 6: `a` is not a valid expression here: invalid use of member 'a' in static member function
// error: ACC0125 line 10: `parallel` can't stand outside of a function
struct field {
    double *a;
    #pragma acc update self(a)
    int n;
};
namespace deep {
#pragma acc parallel
int n;
}
