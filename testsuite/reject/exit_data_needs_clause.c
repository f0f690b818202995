// covers: 2.6.6 exit
// error: ACC0022 line 5: exit data
void f(int *a, int n)
{
    #pragma acc exit data if(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
