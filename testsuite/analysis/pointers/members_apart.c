// One member is written, a neighbour's other member is read.
// true: line 5 parallel
struct cell { double now, next; };
void step(int n, struct cell *c)
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        c[i].next = 0.5 * (c[i - 1].now + c[i + 1].now);
}
