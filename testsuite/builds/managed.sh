# Managed memory over several objects: the link decides, and says so where it doesn't.
cat >list.c <<'C'
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *list(int n)
{
    struct node *first = NULL;
    while (n--) {
        struct node *one = malloc(sizeof *one);
        one->value = n;
        one->next = first;
        first = one;
    }
    return first;
}
C
cat >sum.c <<'C'
#include <stdio.h>
struct node { int value; struct node *next; };
struct node *list(int n);
int main(void)
{
    struct node *all = list(10);
    int sum = 0;
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < 20; i++)
        for (struct node *p = all; p; p = p->next)
            sum += p->value;
    printf("%d\n", sum);
    return sum != 900;
}
C
# list.c has no directive, and goes to the host compiler as it is; so does a library of it.
accrs -O2 -c list.c
accrs -O2 -gpu=managed --acc-target=multicore,sim -c sum.c
accrs -gpu=managed -o app sum.o list.o
export ACC_DEVICE_TYPE=sim ACCRS_STATS=$STATS
./app >out
says 900
[ "$(figure uploads) $(figure allocs)" = "1 1" ] || fail "only the sum has a copy: $(cat "$STATS")"
ar rcs liblist.a list.o
accrs -gpu=managed -o archive sum.o -L. -llist
./archive >out
says 900
# Link-time optimisation, and the host's cores.
accrs -O2 -flto -c list.c
accrs -O2 -flto -gpu=managed --acc-target=multicore,sim -o lto sum.c list.o
./lto >out
says 900
ACC_DEVICE_TYPE=host ./app >out
says 900
# Without the option at the link the kernel can't follow the list, and the reason is told.
accrs -o unlinked sum.o list.o
! ./unlinked >out 2>err || fail "ran without managed memory"
grep -q 'give -gpu=managed (--acc-memory=managed) to the link as well' err || fail "$(cat err)"
# In a shared library the option has no effect, and a note says so.
accrs -O2 -fPIC -shared -gpu=managed --acc-target=sim -Dmain=work -o libsum.so sum.c 2>err
grep -q "has no effect in a shared library" err || fail "$(cat err)"
