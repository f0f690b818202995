# A forgotten wait: the queue is completed when main returns, and a warning says so, on the cores and on a device; nothing is said where the
# program waits, asks, lets another queue wait, or ends the data's lifetime.
cat >queues.c <<'C'
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
static int later[1000];
static void look(void)
{
    if (later[999] != 999)
        _Exit(2);
}
int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : 0, near[1000];
    atexit(look);
    if (how == 4) {
#pragma acc data copyout(later)
        {
#pragma acc parallel loop present(later) async(1)
            for (int i = 0; i < 1000; i++)
                later[i] = i;
        }
        return later[999] != 999;
    }
#pragma acc parallel loop copyout(later) async(1)
    for (int i = 0; i < 1000; i++)
        later[i] = i;
    if (how == 0) {
#pragma acc parallel loop copyout(near) async
        for (int i = 0; i < 1000; i++)
            near[i] = i;
    }
    if (how == 1) {
#pragma acc wait(1)
    }
    if (how == 2)
        while (!acc_async_test(1))
            ;
    if (how == 3) {
#pragma acc wait(1) async(2)
#pragma acc wait(2)
    }
    if (how == 5)
        exit(0);
    return 0;
}
C
accrs -O1 --acc-target=multicore,sim -Wno-openacc -o queues queues.c
for device in multicore sim; do
    of=$([ $device = sim ] && echo sim:0 || echo "the host's cores")
    ACC_DEVICE_TYPE=$device ./queues 0 2>said
    [ "$(wc -l <said)" = 1 ]
    grep -q "^accrs: warning: the program ends, and nothing in it has waited for .*queue 1 of $of" said
    grep -q "queue 0 (that of 'async' without a value) of $of" said
    for how in 1 2 3 4; do
        ACC_DEVICE_TYPE=$device ./queues $how 2>said
        if [ -s said ]; then cat said; fail "$device $how"; fi
    done
    ACC_DEVICE_TYPE=$device ./queues 5 2>said
    grep -q "nothing in it has waited for queue 1 of $of: what" said
done

# A device number that isn't there, on the cores too.
for device in multicore sim; do
    if ACC_DEVICE_TYPE=$device ACC_DEVICE_NUM=3 ./queues 1 2>said; then fail "device 3 of $device"; fi
    grep -q "there is no $device device 3: 1 is here, numbered from 0" said
    [ "$(wc -l <said)" = 1 ]
done

# The kinds of lines, by nvc's numbers, whichever variable has them.
lines() { # variable value: the first words of the lines that sim prints
    env "$1=$2" ACC_DEVICE_TYPE=sim ./queues 1 2>&1 >/dev/null | sed 's/^accrs: \([a-z]*\).*/\1/' | sort -u | tr '\n' ' '
}
for variable in ACCRS_NOTIFY NVCOMPILER_ACC_NOTIFY NV_ACC_NOTIFY PGI_ACC_NOTIFY; do
    [ "$(lines $variable 1)" = "launch " ]
    [ "$(lines $variable 2)" = "download " ]
    [ "$(lines $variable 4)" = "enter leave " ]
    [ "$(lines $variable 8)" = "wait " ]
    [ "$(lines $variable 16)" = "create delete " ]
    [ "$(lines $variable 3)" = "download launch " ]
done
