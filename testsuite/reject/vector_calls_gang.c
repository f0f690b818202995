// error: ACC0140 line 10: share
#pragma acc routine gang
void share(int *a, int n);
#pragma acc routine seq
int one(int x);
#pragma acc routine vector
int all(int *a, int n)
{
    int s = one(n);
    share(a, n);
    return s;
}
