#pragma once
typedef float real;
#pragma acc routine seq
extern int clamp(int x);
