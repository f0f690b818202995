// error: ACC0129 line 4: f
#pragma acc routine seq
int f(int x);
#pragma acc routine(f) vector
