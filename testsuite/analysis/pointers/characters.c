// A pointer to char may lead into any object, so the types say nothing here.
// true: line 4 parallel if apart
void pack(int n, char *p, const int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        p[i] = a[n - 1 - i];
}
