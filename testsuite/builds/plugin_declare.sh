# Libraries with declared variables, opened and closed: each opening starts over with its own values, two at
# once don't mix, and the program's own variables stay where they are.
cat >plugin.c <<'X'
static int counter = START;
#pragma acc declare copyin(counter)
static double table[1000];
#pragma acc declare create(table)
#pragma acc routine seq
static double take(int i)
{
    counter += 1;
    return table[i] + counter;
}
double use(double base);
double use(double base)
{
    double x = 0;
    for (int i = 0; i < 1000; i++)
        table[i] = base + i;
#pragma acc update device(table)
#pragma acc serial copyout(x)
    x = take(7);
    return x;
}
X
cat >program.c <<'X'
#include <dlfcn.h>
#include <stdio.h>
static int own = 3;
#pragma acc declare copyin(own)
#pragma acc routine seq
static int next(void)
{
    return ++own;
}
typedef double use_t(double);
static void *open_one(const char *name, use_t **use)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    *use = library ? (use_t *)dlsym(library, "use") : 0;
    return *use ? library : 0;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        use_t *f, *g;
        int n = 0;
        void *one = open_one("./libone.so", &f), *two = open_one("./libtwo.so", &g);
        if (!one || !two)
            return 1;
        double a = f(1000), b = g(2000), c = f(3000);
#pragma acc serial copyout(n)
        n = next();
        printf("%g %g %g %d\n", a, b, c, n);
        if (dlclose(one) || dlclose(two))
            return 1;
    }
    return 0;
}
X
accrs -O2 --acc-target=multicore,sim -DSTART=100 -shared -fPIC -o libone.so plugin.c
accrs -O2 --acc-target=multicore,sim -DSTART=500 -shared -fPIC -o libtwo.so plugin.c
accrs -O2 --acc-target=multicore,sim -o program program.c -ldl
for device in multicore sim; do
    on $device ./program
    says '1108 2508 3109 4
1108 2508 3109 5
1108 2508 3109 6'
    launched 12
done
