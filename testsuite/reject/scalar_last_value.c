// Where iterations need copies of a scalar that some of them don't assign, and what follows its last value, an independent loop of kernels runs in order; the user hears of it.
// error: ACC0201 line 15: each iteration reads what it assigns to 't'
// error: ACC0204 line 21: 'last' is written by one iteration of a parallel loop and written by others
// run: -Werror -Wno-unused --acc-target=multicore,sim
int work(int n, const int *restrict a, int *restrict b)
{
    int t = 0, last = 0, flag = 0;
    #pragma acc kernels copyin(a[0:n]) copyout(b[0:n])
    {
        #pragma acc loop independent
        for (int i = 0; i < n; i++)
        {
            if (a[i] < 0)
                continue;
            t = a[i];
            b[i] = t * t;
        }
        #pragma acc loop independent
        for (int i = 0; i < n; i++)
            if (a[i] > 9)
                last = a[i];
        #pragma acc loop independent
        for (int i = 0; i < n; i++)
            if (a[i] == 3)
                flag = 1;
    }
    return t + last + flag;
}
