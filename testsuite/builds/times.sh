# Files of times and traces: whole, told where events were dropped, a name for each process, nothing left where they can't be written.
want python3
cat >app.c <<'C'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int a[1000];
static void work(int turns)
{
    for (int turn = 0; turn < turns; turn++)
#pragma acc parallel loop copy(a)
        for (int i = 0; i < 1000; i++)
            a[i] += i;
}
int main(int argc, char **argv)
{
    if (argc > 1 && fork() == 0) {
        work(2);
        exit(0);
    }
    wait(0);
    work(3);
    return a[1] != 3;
}
C
accrs -O2 --acc-target=multicore,sim -o app app.c

# launches FILE: of the one kernel.
launches() {
    python3 -c 'import json, sys
print(sum(k["launches"] for c in json.load(open(sys.argv[1]))["constructs"] for k in c["kernels"]))' "$1"
}
# slices FILE: how many there are, and how many were dropped.
slices() {
    python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))
print(sum(e["ph"] == "X" for e in t["traceEvents"]), t["otherData"]["dropped"])' "$1"
}

for device in multicore sim; do
    ACCRS_TIME=t.json ACCRS_TRACE=r.json on $device ./app
    [ "$(launches t.json)" = 3 ] || fail "$device: $(cat t.json)"
    [ "$(slices r.json | cut -d' ' -f2)" = 0 ] || fail "$device: events were dropped"
    ACCRS_TRACE=r.json ACCRS_TRACE_EVENTS=4 on $device ./app 2>told
    grep -q 'r.json holds the first 4 events; [0-9]* more were dropped' told || fail "$device: $(cat told)"
    [ "$(slices r.json | cut -d' ' -f1)" = 4 ] || fail "$device: not the first 4 events"
    rm t.json r.json
done

# A process that is forked has files of its own.
ACCRS_TIME=t.json on multicore ./app fork
[ "$(launches t.json) $(launches t.json.*)" = "3 2" ] || fail "forked: $(cat t.json*)"
rm t.json*
ACCRS_TIME=t-%p.json on multicore ./app fork
[ "$(ls t-*.json | wc -l)" = 2 ] || fail "forked: $(ls)"
rm t-*.json

# A folder that goes away while the program runs: told, and nothing is left.
mkdir gone
cat >leaves.c <<'C'
#include <unistd.h>
int main(void)
{
    int s = 0;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 10; i++)
        s += i;
    return rmdir("gone") || s != 45;
}
C
accrs -O2 --acc-target=multicore,sim -o leaves leaves.c
ACCRS_TIME=gone/t.json on multicore ./leaves 2>told
grep -q 'ACCRS_TIME: gone/t.json: ' told || fail "$(cat told)"

# The spellings of the switch; a table only where one is asked for.
for name in ACCRS_TIME NVCOMPILER_ACC_TIME NV_ACC_TIME PGI_ACC_TIME; do
    env $name=1 ACC_DEVICE_TYPE=sim ./app 2>told
    grep -q 'app.c:8 work: compute region (parallel loop), reached 3 times' told || fail "$name: $(cat told)"
    env $name=0 ACC_DEVICE_TYPE=sim ./app 2>told
    [ -s told ] && fail "$name=0: $(cat told)"
done
[ -z "$(ls -A | grep tmp)" ] || fail "left: $(ls -A)"
