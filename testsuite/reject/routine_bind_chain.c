// covers: 2.15.1 bind chain
// error: ACC0141 line 7: first
int third(int x);
int second(int x);
#pragma acc routine(second) seq bind(third)
int first(int x);
#pragma acc routine(first) seq bind("second")
