// --emit=openmp changes the user's own file, which '#line' hides.
// run: --emit=openmp
// error: ACC0415: openmp_line.c:7: OpenMP can't be put in place here
int main(void)
{
    int s = 0;
#line 100 "made.y"
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 10; i++)
        s += i;
    return s != 45;
}
