// error: ACC0129 line 2: 
#pragma acc routine seq
int x;
