// The regions of between.c, by one gang each where their loops are short: what is declared between the loops is the gang's.
// expect: sim kernels=420
// expect: multicore host_kernels=9
#include "between.c"
