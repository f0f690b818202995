// Names with letters beyond ASCII in directives: the preprocessor writes them with \U.
// run: -O2
// expect: multicore host_kernels=2
// expect: device kernels=2
#include "check.h"

struct maß {
    int länge;
};

int main(void)
{
    int werte[64], größe = 64, Σ_naïve = 0, erwartet = 0;
    struct maß m = {48};
    #pragma acc parallel loop copyout(werte[0:größe])
    for (int i = 0; i < größe; i++)
        werte[i] = 3 * i;
    #pragma acc parallel loop copy(werte[:m.länge]) reduction(+:Σ_naïve) if(größe > 0)
    for (int ä = 3; ä < m.länge; ä++)
        Σ_naïve += werte[ä]--;
    for (int i = 3; i < 48; i++)
        erwartet += 3 * i;
    CHECK(Σ_naïve == erwartet);
    for (int i = 0; i < 64; i++)
        CHECK(werte[i] == 3 * i - (i >= 3 && i < 48));
    return CHECKED();
}
