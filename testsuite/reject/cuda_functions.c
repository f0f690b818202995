// Of a CUDA source accrs compiles what constructs call; kernels and host functions are nvcc's.
// input: cuda_functions.cu
// error: ACC0413 line 2: 'fill' is a kernel of its own
// error: ACC0413 line 7: 'launch' is a function of the host
// error: ACC0413 line 16: 'sum' can't be called from C: functions of other files take numbers and pointers, not 'pair'
// error: ACC0413 line 21: unknown type name 'unknown'
