// Names with letters beyond ASCII in directives: the preprocessor writes them with \U.
// run: -O2
// expect: multicore host_kernels=3
// expect: device kernels=3
#include "check.h"

struct maß {
    int länge;
};

static double länge(double é)
{
    return é * é;
}

static void schlüssel(double *wörter, int n)
{
    #pragma acc parallel loop copy(wörter[0:n])
    for (int i = 0; i < n; i++)
        wörter[i] = länge(wörter[i]) + sizeof "ü";
}

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
    double wörter[5] = {1, 2, 3, 4, 5};
    schlüssel(wörter, 5);
    for (int i = 0; i < 5; i++)
        CHECK(wörter[i] == (i + 1) * (i + 1) + (double)sizeof "ü");
    return CHECKED();
}
