// covers: 2.15.1 bind twice
// error: ACC0129 line 5: f
#pragma acc routine seq bind(g)
int f(int x);
#pragma acc routine seq bind(h)
int f(int x)
{
    return x;
}
int g(int x) { return x + 1; }
int h(int x) { return x + 2; }
