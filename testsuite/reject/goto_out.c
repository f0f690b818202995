// error: ACC0116 line 7: goto
int f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            goto bad;
        a[i] = i;
    }
    return 0;
bad:
    return 1;
}
