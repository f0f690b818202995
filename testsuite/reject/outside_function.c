// error: ACC0125 line 4: update
int n = 3;
#pragma acc declare create(n)
#pragma acc update device(n)
