# clang as the host compiler: macros in directives, its own OpenMP, sim's kernels by g++.
want clang g++
echo 'int main(void) { return 0; }' >empty.c
clang -fopenmp empty.c -o empty 2>/dev/null || { echo "missing: clang's OpenMP library"; exit 77; }
cp "$EXAMPLES"/heat/*.[ch] .
ACCRS_CC=clang
export ACCRS_CC
accrs -O2 -o heat main.c heat.c -lm
heat_runs ./heat
# Objects alone, and a link of both compilers' objects.
accrs -O2 -c heat.c
ACCRS_CC=gcc accrs -O2 -c main.c
accrs -o linked main.o heat.o -lm
heat_runs ./linked
cat >sum.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#define COUNT 2000
#define SUM reduction(+ : sum)
#define SECTION(x) x[0:COUNT]
int main(void)
{
    double *v = malloc(COUNT * sizeof *v), sum = 0;
    #pragma acc parallel loop copyout(SECTION(v))
    for (int i = 0; i < COUNT; i++)
        v[i] = i + 0.5;
    #pragma acc parallel loop copy(SECTION(v)) SUM
    for (int i = 0; i < COUNT; i++) {
        v[i] -= 0.5;
        sum += v[i];
    }
    #pragma acc parallel loop copyin(SECTION(v)) SUM \
        num_gangs(2)
    for (unsigned char i = 0; i < 200; i++)
        sum += v[i];
    printf("%g\n", sum);
    free(v);
    return 0;
}
C
accrs -O2 -Wall -Wextra -Werror --acc-target=multicore,sim -o sum sum.c
for device in multicore sim; do
    on $device ./sum
    says 2.0189e+06
    launched 3
done
