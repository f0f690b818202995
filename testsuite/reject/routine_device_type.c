// covers: 2.15.1 device_type
// error: ACC0020 line 3: nohost
#pragma acc routine seq device_type(sim) nohost
int f(int x);
