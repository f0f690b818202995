// covers: 2.15.1 name
// error: ACC0129 line 3: ghost
#pragma acc routine(ghost) seq
int x;
