// covers: 2.14.4 members
// error: ACC0017 line 8: s
struct s {
    int x, *p;
} s[10];
void f(void)
{
    #pragma acc update self(s[0:4].x)
}
