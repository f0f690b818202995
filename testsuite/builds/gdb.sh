# What a debugger shows of a program for which nothing is optimised: the text's lines and variables, on the cores and in kernels on sim.
# turn: 2 of 2
want gdb
cp "$EXAMPLES"/heat/*.[ch] .
accrs -g -O0 -o heat main.c heat.c -lm
line=$(grep -n 'next\[i\] = u\[i\] + alpha' heat.c | cut -d: -f1)
debug() { gdb -q -batch "$@" >out 2>&1 || fail "$(cat out)"; }
shows() { # line...: the last output has them
    for shown in "$@"; do grep -qE -- "$shown" out || fail "no '$shown' in: $(cat out)"; done
}
export ACC_DEVICE_TYPE=multicore OMP_NUM_THREADS=2
debug -ex "break heat.c:$line" -ex run -ex 'print n' -ex 'print i >= 1' -ex where ./heat
shows "heat.c:$line" '^\$1 = 1001' '^\$2 = 1'

# Tiles, steps, work arrays, orders of loops, sums: at each place that a user stops at, the loops are those of the text.
cat >forms.c <<'X'
#include <stdio.h>
#define N 120
static double A[N][N], B[N][N], C[N][N], u[N][N], v[N][N], work[8], sum;
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = u[i][j] = i + 1, B[i][j] = j + 1;
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += A[i][k] * B[k][j]; /* product */
            C[i][j] = s;
        }
#pragma acc kernels
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                v[i][j] = u[i - 1][j] + u[i + 1][j]; /* step */
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[i][j] = v[i][j] * 0.5;
    }
#pragma acc kernels
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            B[i][j] = C[i][j] + 1; /* column */
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 8; j++)
            work[j] = A[i][j];
        for (int j = 0; j < 8; j++)
            C[i][j] += work[j]; /* array */
    }
#pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < N; i++) {
        double term = A[i][0] * 2;
        sum += term; /* sum */
    }
#pragma acc data copy(sum)
    {
#pragma acc serial
        sum += 1; /* serial */
    }
    printf("%g %g %g\n", sum, u[60][60], C[10][7]);
    return 0;
}
X
at() { grep -n "/\* $1 \*/" forms.c | cut -d: -f1; }
cc -O0 -Wno-unknown-pragmas -o plain forms.c
./plain >plain.out
accrs -g -Og -Minfo=accel -c -o og.o forms.c 2>told
grep -q 'as they are written, for a debugger' told || fail "$(cat told)"
accrs -g -O0 -Minfo=all -o forms forms.c 2>told
[ "$(grep -c 'as they are written, for a debugger' told)" = 1 ] || fail "$(cat told)"
if grep -q 'in tiles of\|changes places' told; then fail "$(cat told)"; fi
./forms | diff - plain.out || fail "another result"
# Every place has one address, in a loop that counts from its start: it is there once and as written.
debug -ex "break $(at product) if i == 0 && j == 3 && k == 4" -ex "break $(at step) if i == 5 && j == 6" -ex "break $(at column) if i == 3 && j == 2" \
    -ex "break $(at array) if i == 7 && j == 1" -ex "break $(at sum) if i == 9" -ex "info breakpoints" \
    -ex run -ex 'print s' -ex where -ex 'delete 1' -ex c -ex 'print i * 10 + j' -ex where -ex 'delete 2' -ex c -ex 'print C[i][j]' -ex next -ex 'info locals' \
    -ex 'delete 3' -ex c -ex 'print work[1]' -ex 'delete 4' -ex c -ex 'print term' -ex where ./forms
if grep -q 'MULTIPLE' out; then fail "$(cat out)"; fi
shows "Breakpoint 1, .*forms.c:$(at product)" '^\$1 = 16' 'main \(\) at forms.c:9$' "Breakpoint 2, .*forms.c:$(at step)" '^\$2 = 56' 'main \(\) at forms.c:(1[89])$' \
    "Breakpoint 3, .*forms.c:$(at column)" '^\$3 = 1440' '^i = [34]$' '^j = 2$' "Breakpoint 4, .*forms.c:$(at array)" '^\$4 = 8' \
    "Breakpoint 5, .*forms.c:$(at sum)" '^\$5 = 20' 'main \(\) at forms.c:3[78]$'
if grep -q '<accrs>\|_tile\|_first' out; then fail "generated names: $(cat out)"; fi
# With optimisation the directive's line is what a backtrace names.
accrs -g -O2 -o forms forms.c
debug -ex 'break GOMP_parallel' -ex run -ex where ./forms
shows 'main \(\) at forms.c:(9|1[0-9])$'
# A loop of steps runs in tiles there: what the first checks look for is there to be seen.
accrs -g -O2 -Minfo=all -c forms.c 2>told
grep -q 'in tiles of' told || fail "$(cat told)"

# And in a kernel on sim.
export ACC_DEVICE_TYPE=sim
accrs -g -O0 --acc-target=multicore,sim -o heat main.c heat.c -lm
debug -x "$PREFIX/share/accrs/accrs.gdb" -ex "break heat.c:$line if i == 77" -ex run -ex 'bt 1' -ex 'print i' -ex 'print n' -ex 'print blockIdx.x * blockDim.x + threadIdx.x < n' ./heat
shows "accrs-sim.* hit Breakpoint .*heat.c:$line" '^\$1 = 77$' '^\$2 = 1001$' '^\$3 = true$'
# What a kernel may not do stops at its line, and is told; so is what the program itself does wrong.
cat >beyond.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 10, *none = argc > 1 ? NULL : &n;
    double *a = malloc(n * sizeof *a);
#pragma acc parallel loop copyout(a[0:n])
    for (int i = 0; i <= n; i++)
        a[i] = i; /* beyond */
    *none = 1;
    printf("%g\n", a[0]);
    return 0;
}
X
accrs -g -O0 -w --acc-target=multicore,sim -o beyond beyond.c
debug -x "$PREFIX/share/accrs/accrs.gdb" -ex run -ex bt -ex c ./beyond
shows 'Breakpoint 1, .*__accrs_sim_fault' "i = 10|beyond.c:9" 'beyond.c:9\)'
sed -i 's/<= n/< n/' beyond.c
accrs -g -O0 --acc-target=multicore,sim -o beyond beyond.c
debug -x "$PREFIX/share/accrs/accrs.gdb" -ex 'run null' -ex bt ./beyond
shows 'Breakpoint 1, .*__accrs_sim_fault' 'main .*beyond.c:10'
