// run: --acc-strict
// error: ACC0169 line 5: `parallel loop` is followed by a block
void f(double *a)
{
#pragma acc parallel loop copyout(a[0:100])
    {
        for (int i = 0; i < 100; i++)
            a[i] = i;
    }
}
