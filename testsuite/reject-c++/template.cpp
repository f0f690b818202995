// error: ACC0167 line 4: constructs in a template aren't compiled for `local`
template <class T> void f(T *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i].v = i;
}
int main()
{
    struct local {
        int v;
    } a[10];
    f(a, 10);
    return a[0].v;
}
