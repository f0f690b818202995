// The text outside regions passes unchanged: __LINE__, __FILE__, __func__, statement expressions, strings that look like directives.
// expect: device kernels=1
#include "check.h"
#include <string.h>
#define N 10

static const char *where(void)
{
    return __func__;
}

int main(void)
{
    int a[N];
    const char *text = "#pragma acc parallel loop\n{ not code }";
    CHECK(__LINE__ == 16);
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = i;
    CHECK(__LINE__ == 20);
    CHECK(strcmp(where(), "where") == 0);
    CHECK(strstr(__FILE__, "outside_text.c") != NULL);
    CHECK(strlen(text) == 38);
    int top = __extension__({ int m = 0; for (int i = 0; i < N; i++) m = a[i] > m ? a[i] : m; m; });
    CHECK(top == N - 1);
    return CHECKED();
}
