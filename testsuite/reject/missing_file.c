// error: ACC0402: does_not_exist.c
// input: does_not_exist.c
