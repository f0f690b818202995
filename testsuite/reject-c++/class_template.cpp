// error: ACC0167 line 7: constructs in a template aren't compiled for the parameter `N`, which is in no parameter of the function
template <class T> struct field {
    T *a;
    template <int N> void clear()
    {
        T *p = a;
        #pragma acc parallel loop copy(p[0:N])
        for (int i = 0; i < N; i++)
            p[i] = 0;
    }
};
int main()
{
    double d[10];
    field<double> f{d};
    f.clear<10>();
    return (int)d[0];
}
