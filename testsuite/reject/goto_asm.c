// The jumps of an `asm goto` are jumps like others.
// error: ACC0117 line 7: jumps into a `data` construct
// error: ACC0116 line 11: leaves the `data` construct
int main(void)
{
    int a[4] = {0};
    asm goto("" : : : : inside);
    #pragma acc data copy(a)
    {
        a[0] = 1;
        asm goto("# %l0 %l[behind]" : : : "memory" : inside, behind);
    inside:
        a[1] = 2;
    }
behind:
    return a[0];
}
