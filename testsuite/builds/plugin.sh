# A shared library with a region, opened, used, closed and opened again; twice in one program.
cp "$EXAMPLES"/interop/scale.* .
accrs -O2 --acc-target=multicore,sim -shared -fPIC -o libscale.so scale.c
cp libscale.so libother.so
cat >host.c <<'X'
#include <dlfcn.h>
#include <stdio.h>
static double use(const char *name)
{
    double x[100], sum = -1;
    for (int i = 0; i < 100; i++)
        x[i] = i;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    double (*scale)(int, double, double *) = library ? (double (*)(int, double, double *))dlsym(library, "scale") : 0;
    if (scale)
        sum = scale(100, 2, x);
    if (library)
        dlclose(library);
    return sum;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%g %g\n", use("./libscale.so"), use("./libother.so"));
    return 0;
}
X
gcc -o host host.c -ldl
for device in multicore sim; do
    on $device ./host
    says '9900 9900
9900 9900
9900 9900'
    launched 6
done

# One runtime for a program of accrs and its plugin: the plugin finds what the program mapped.
cat >plugin.c <<'X'
void twice(int n, double *x);
void twice(int n, double *x)
{
#pragma acc parallel loop present(x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
X
cat >program.c <<'X'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    double x[100];
    void *library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
    void (*twice)(int, double *) = library ? (void (*)(int, double *))dlsym(library, "twice") : 0;
    if (!twice)
        return 1;
    for (int i = 0; i < 100; i++)
        x[i] = i;
#pragma acc data copy(x)
    twice(100, x);
    printf("%g\n", x[99]);
    return dlclose(library);
}
X
accrs -O2 --acc-target=multicore,sim -shared -fPIC -o libplugin.so plugin.c
accrs -O2 --acc-target=multicore,sim -o program program.c -ldl
for device in multicore sim; do
    on $device ./program
    says 198
    launched 1
done
