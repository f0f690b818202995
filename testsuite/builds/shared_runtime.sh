# --acc-runtime=shared: programs hold no runtime. They find libaccrt.so in LD_LIBRARY_PATH, beside themselves, or where accrs is installed, and so do shared
# libraries with constructs, which may be moved.
want readelf
accrs -O2 --acc-target=multicore,sim --acc-runtime=shared -o heat "$EXAMPLES"/heat/main.c "$EXAMPLES"/heat/heat.c -lm
accrs -O2 --acc-target=multicore,sim -o whole "$EXAMPLES"/heat/main.c "$EXAMPLES"/heat/heat.c -lm
[ "$(stat -c %s heat)" -lt 100000 ] || fail "a program of $(stat -c %s heat) bytes"
[ "$(stat -c %s whole)" -gt 1000000 ] || fail "the other program has no runtime"
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*accrt.*\)\]/\1/p'; }
[ "$(needed heat)" = libaccrt.so ] || fail "asks for $(needed heat)"
[ -z "$(needed whole)" ] || fail "asks for $(needed whole)"
heat_runs ./heat
on sim ./heat
says 'middle 25.225018, last change 0.025250'

# Which runtime is taken: the one beside the program, and before that LD_LIBRARY_PATH's.
taken() { LD_DEBUG=libs "$@" 2>&1 >/dev/null | sed -n 's/.*calling init: \(.*libaccrt.so\)$/\1/p'; }
case $(taken ./heat) in "$PREFIX"/*) ;; *) fail "not the installation's: $(taken ./heat)" ;; esac
mkdir -p away/lib
mv heat away/heat
cp "$PREFIX/lib/accrs/libaccrt.so" away/
case $(taken ./away/heat) in */away/*libaccrt.so) ;; *) fail "not the one beside it: $(taken ./away/heat)" ;; esac
heat_runs ./away/heat
mv away/libaccrt.so away/lib/
case $(LD_LIBRARY_PATH=$PWD/away/lib taken ./away/heat) in */away/lib/libaccrt.so) ;; *) fail "not that of LD_LIBRARY_PATH" ;; esac
heat_runs env LD_LIBRARY_PATH="$PWD/away/lib" ./away/heat

# A shared library with constructs asks for the name as well.
accrs -O2 --acc-target=multicore,sim -shared -fPIC -o libscale.so "$EXAMPLES"/interop/scale.c
[ "$(needed libscale.so)" = libaccrt.so ] || fail "the library asks for $(needed libscale.so)"
cat >host.c <<'X'
#include <stdio.h>
double scale(int n, double factor, double *x);
int main(void)
{
    double x[100];
    for (int i = 0; i < 100; i++)
        x[i] = i;
    printf("%g\n", scale(100, 2, x));
    return 0;
}
X
gcc -o host host.c -L. -lscale -Wl,-rpath,'$ORIGIN/moved' -Wl,--allow-shlib-undefined
mkdir moved
mv libscale.so moved/
for device in multicore sim; do
    on $device ./host
    says 9900
    launched 1
    on $device env LD_LIBRARY_PATH="$PWD/away/lib" ./host
    says 9900
    launched 1
done
# One runtime, too, for a program with it and a library.
accrs -O2 --acc-target=multicore,sim --acc-runtime=shared -o both -x c - -x none -Lmoved -lscale -Wl,-rpath,'$ORIGIN/moved' <<'X'
#include <openacc.h>
#include <stdio.h>
double scale(int n, double factor, double *x);
int main(void)
{
    double x[100];
#pragma acc parallel loop copyout(x)
    for (int i = 0; i < 100; i++)
        x[i] = i;
    printf("%g\n", scale(100, 2, x));
    return 0;
}
X
on sim ./both
says 9900
launched 2

# What doesn't go together is said.
! accrs --acc-runtime=shared -static -o no "$EXAMPLES"/interop/scale.c 2>said || fail "-static was taken"
grep -q 'contradict each other' said || fail "$(cat said)"
! accrs --acc-runtime=shared --acc-memory=managed -o no "$EXAMPLES"/interop/scale.c 2>said || fail "managed was taken"
grep -q "doesn't go with --acc-memory=managed" said || fail "$(cat said)"
