// error: ACC0160 line 3: thread-local
static __thread int mine;
#pragma acc declare create(mine)
int f(void)
{
    return mine;
}
