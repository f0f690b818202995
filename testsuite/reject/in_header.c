// error: ACC0003: in_header.h:4
#include "in_header.h"
void f(int *a)
{
    in_header(a, 3);
}
