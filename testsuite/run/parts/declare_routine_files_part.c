/* The routine and its variables. */
int scale = 5;
#pragma acc declare create(scale)
static int off[2] = {1, 2};
#pragma acc declare copyin(off)

#pragma acc routine seq
int scaled(int x);
int there(int x);

int scaled(int x)
{
    return scale * x + off[x & 1];
}

int there(int x)
{
    int y = 0;
    #pragma acc serial copyout(y)
    y = scaled(x);
    return y;
}
