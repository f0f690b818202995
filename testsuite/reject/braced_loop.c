// Blocks between a directive of a loop and the loop.
// run: -Werror
// error: ACC0169 line 9: `parallel loop` is followed by a block
// error: ACC0169 line 14: `loop` is followed by a block
// error: ACC0105 line 19: `kernels loop` must be followed by a `for` loop
#define EACH(i) for (int i = 0; i < 100; i++)
void f(double *restrict a, double *restrict b)
{
#pragma acc parallel loop copyout(a[0:100])
    {
        EACH(i) a[i] = i;
    }
#pragma acc parallel copyout(a[0:100])
#pragma acc loop
    {
        ;
        EACH(i) a[i] = i;
    }
#pragma acc kernels loop copyout(a[0:100], b[0:100])
    {
        EACH(i) a[i] = i;
        EACH(i) b[i] = i;
    }
}
