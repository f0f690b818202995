// A loop that is called independent and starts at an element that its iterations write: its threads begin at different times.
// error: ACC0302 line 8: h[0]
static int h[100], g[100];

void starts(void)
{
    #pragma acc parallel loop
    for (int i = h[0]; i < 100; i++)
        h[i] = i;
    int first = h[0];
    #pragma acc parallel loop
    for (int i = first; i < 100; i++)
        h[i] = i;
    #pragma acc kernels
    {
        #pragma acc loop independent
        for (int i = g[3]; i < 100; i++)
            g[i] = i;
    }
}
