# Tools for the profiling interface: libraries that ACC_PROFLIB names, several of them; one that isn't there; one linked in statically.
cat >tool.c <<'X'
#include <acc_callback.h>
#include <stdio.h>
static int launches;
static void launch(acc_callback_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)p, (void)a;
    launches += e->launch_event.num_gangs > 0;
}
static void end(acc_callback_info *p, acc_event_info *e, acc_api_info *a)
{
    (void)p, (void)e, (void)a;
    printf("%s: %d launches\n", NAME, launches);
    fflush(stdout);
}
void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup)
{
    (void)unreg, (void)lookup;
    reg(acc_ev_enqueue_launch_start, launch, acc_reg);
    reg(acc_ev_runtime_shutdown, end, acc_reg);
}
X
cat >app.c <<'X'
int main(void)
{
    int a[10];
    for (int k = 0; k < 3; k++)
#pragma acc parallel loop copyout(a)
        for (int i = 0; i < 10; i++)
            a[i] = i + k;
    return a[9] != 11;
}
X
accrs -O2 -DNAME='"one"' -shared -fPIC -o libone.so tool.c
accrs -O2 -DNAME='"two"' -shared -fPIC -o libtwo.so tool.c
accrs -O2 --acc-target=multicore,sim -o app app.c
for device in multicore sim; do
    ACC_PROFLIB="$PWD/libone.so;$PWD/libtwo.so" on $device ./app
    says 'one: 3 launches
two: 3 launches'
done
accrs -O2 -DNAME='"linked"' --acc-target=multicore,sim -o both app.c tool.c
on sim ./both
says 'linked: 3 launches'
ACC_PROFLIB=$PWD/none.so on sim ./app
launched 3
