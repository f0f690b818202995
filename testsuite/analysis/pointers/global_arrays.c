// Arrays with names are different memory.
// true: line 5 parallel
double a[1000], b[1000];
void copy(void)
{
    #pragma acc kernels
    for (int i = 0; i < 1000; i++)
        a[i] = b[999 - i];
}
