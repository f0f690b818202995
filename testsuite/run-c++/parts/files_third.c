#pragma acc routine seq
double third(int i) { return i % 3; }
