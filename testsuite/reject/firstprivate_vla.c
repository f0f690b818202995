// run: -O2 --acc-target=nvidia
// error: ACC0304 line 7: firstprivate of the array of variable length 'first'
void f(int n, int start[], int *out)
{
    int first[n]; first[0] = start[0];
    #pragma acc parallel loop copyout(out[0:n]) firstprivate(first)
    for (int i = 0; i < n; i++)
        out[i] = first[0] + i;
}
