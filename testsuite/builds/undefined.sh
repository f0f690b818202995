# A routine that is declared for devices in one file, and defined in another one without the directive: the link ends with a
# message of accrs's own, at the call, and not with the linker's words.
cat >use.c <<'END'
#include <stdio.h>
#pragma acc routine seq
double half(double x);
int main(void)
{
    double a[100];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = half(i);
    printf("%g\n", a[9]);
    return 0;
}
END
echo 'double half(double x) { return x / 2; }' >plain.c
{ echo '#pragma acc routine seq'; cat plain.c; } >routine.c

refused() { # command...
    "$@" >out 2>&1 && fail "$*: it links"
    grep -q "^error\[ACC0420\]: 'half' is called on devices, and no file of the program defines it for them" out || fail "$*: $(cat out)"
    grep -q 'use.c:9:16' out || fail "$*: no place: $(cat out)"
    grep -q 'accrs_routine_\|in function' out && fail "$*: the linker's words: $(cat out)"
    [ "$(grep -c ACC0420 out)" = 1 ] || fail "$*: told twice: $(cat out)"
}
refused accrs --acc-target=multicore,sim use.c plain.c -o use
accrs --acc-target=multicore,sim -c use.c
accrs --acc-target=multicore,sim -c plain.c
refused accrs use.o plain.o -o use
# Other words of the linker's are passed on, beside ours.
sed 's/half(i)/half(i) + other/; s/^int main/extern double other;\n&/' use.c >more.c
accrs --acc-target=multicore,sim -w more.c plain.c -o more >out 2>&1 && fail "it links"
grep -q 'other' out || fail "$(cat out)"
# With the directive it is a program.
accrs --acc-target=multicore,sim use.c routine.c -o use
for device in multicore sim; do
    on $device ./use
    says 4.5
    launched 1
done
