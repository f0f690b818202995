// Static variables that something in the file may write are no constants of routines.
// error: ACC0305 line 26: stepped
// error: ACC0305 line 31: handed
// error: ACC0305 line 36: scanned
// error: ACC0305 line 41: shared
// error: ACC0305 line 46: changing
static int stepped[2] = {1, 2};
static int handed[2] = {1, 2};
static int scanned = 3;
static int named = 4;
int shared = 5;
static volatile int changing = 6;
#pragma acc declare create(named)
int scanf(const char *, ...);
void take(int *);
void host(int k)
{
    stepped[k]++;
    take(handed);
    scanf("%d", &scanned);
    named = k;
}
#pragma acc routine seq
static int f(int i)
{
    return stepped[i] + named;
}
#pragma acc routine seq
static int g(int i)
{
    return handed[i];
}
#pragma acc routine seq
static int h(int i)
{
    return scanned + i;
}
#pragma acc routine seq
static int k(int i)
{
    return shared + i;
}
#pragma acc routine seq
static int v(int i)
{
    return changing + i;
}
void all(int *a, int n)
{
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = f(i) + g(i) + h(i) + k(i) + v(i);
}
