// covers: 2.15.1 one level
// error: ACC0019 line 3: vector
#pragma acc routine seq vector
int f(int x);
