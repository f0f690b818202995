// error: ACC0167 line 8: `parallel loop` in a template isn't compiled
template <class T> struct field {
    T *a;
    int n;
    void clear()
    {
        T *p = a;
        #pragma acc parallel loop copy(p[0:n])
        for (int i = 0; i < n; i++)
            p[i] = 0;
    }
};
