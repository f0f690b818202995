// error: ACC0166 line 7: `lib::order` can't be compiled inside OpenACC constructs: it needs a virtual call
#include "library_body.h"
void f(double *a, const lib::less *by, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i += 4)
        lib::order(a + i, a + i + 4, by);
}
