// error: fatal: does_not_exist.c
// input: does_not_exist.c
