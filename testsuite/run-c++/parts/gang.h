namespace far {
#pragma acc routine gang
void add(int *x, int n);
#pragma acc routine gang
void add(double *x, int n, double by);
}
