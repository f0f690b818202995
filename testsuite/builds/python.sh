want python3
cp "$EXAMPLES"/interop/scale.* "$EXAMPLES"/interop/use.py .
accrs -O2 --acc-target=multicore,sim -shared -fPIC -o libscale.so scale.c
for device in multicore sim; do
    on $device python3 use.py
    says '1001000 2000'
    launched 1
done
