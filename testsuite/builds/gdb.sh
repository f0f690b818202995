# The debugger stops at the user's line inside a kernel, on a thread of the cores.
want gdb
cp "$EXAMPLES"/heat/*.[ch] .
accrs -g -O0 -o heat main.c heat.c -lm
line=$(grep -n 'next\[i\] = u\[i\] + alpha' heat.c | cut -d: -f1)
ACC_DEVICE_TYPE=multicore gdb -q -batch -ex "break heat.c:$line" -ex run -ex 'print n' -ex 'print i >= 1' -ex where \
    ./heat >out 2>&1 || fail "$(cat out)"
grep -q "heat.c:$line" out || fail "$(cat out)"
grep -q '^\$1 = 1001' out || fail "$(cat out)"
grep -q '^\$2 = 1' out || fail "$(cat out)"
# And in a kernel on sim, which has the user's lines as well.
accrs -g -O0 --acc-target=multicore,sim -o heat main.c heat.c -lm
ACC_DEVICE_TYPE=sim gdb -q -batch -ex 'handle SIGSEGV nostop noprint pass' -ex "break heat.c:$line" -ex run -ex 'bt 1' \
    ./heat >out 2>&1 || fail "$(cat out)"
grep -q "accrs-sim.* hit Breakpoint .*heat.c:$line" out || fail "$(cat out)"
