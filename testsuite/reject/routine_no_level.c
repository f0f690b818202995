// run: -acc=strict
// covers: 2.15.1 one level
// error: ACC0022 line 4: routine
#pragma acc routine nohost
int f(int x);
