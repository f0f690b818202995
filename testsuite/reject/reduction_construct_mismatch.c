// error: ACC0131 line 9: h[0:n]
// error: ACC0131 line 14: s
void f(const int *a, int *h, int n)
{
    int s = 1;
    #pragma acc parallel reduction(+:h[0:n]) reduction(+:s) copyin(a[0:n])
    #pragma acc loop gang
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector reduction(*:h[0:n])
        for (int j = 0; j < n; j++)
            h[j] *= a[i];
        #pragma acc loop worker private(h)
        for (int j = 0; j < 4; j++) {
            #pragma acc loop vector reduction(*:s)
            for (int k = 0; k < n; k++)
                s *= a[k];
        }
    }
}
