// error: ACC0129 line 2: ghost
#pragma acc routine(ghost) seq
int x;
