// PGI's nests in kernels are its own; the standard has gangs hold workers, once.
// error: ACC0115 line 11: a `gang vector` loop can't be inside a `gang worker` loop
// run: -acc=strict
float a[64][64];
void fill(void)
{
    #pragma acc kernels copyout(a)
    #pragma acc loop independent gang worker(4)
    for (int x = 0; x < 64; x++)
    {
        #pragma acc loop independent gang vector(32)
        for (int z = 0; z < 64; z++)
            a[x][z] = x + z;
    }
}
