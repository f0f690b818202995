/* Linked into each test of the validation suite, whose `main` is renamed to `vv_main`. An exit status keeps eight bits of
 * the mask of failed parts; this passes all of them on. */
#include <stdio.h>
#include <stdlib.h>

/* The tests' name for it, in the language that they are in. */
#ifdef VV_CPP
int vv_main(void) __asm__("_Z7vv_mainv");
#else
int vv_main(void);
#endif

int main(void)
{
    int failed = vv_main();
    const char *path = getenv("VV_RESULT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file || fprintf(file, "%d\n", failed) < 0 || fclose(file) != 0) {
        fputs("vv: can't write the result to $VV_RESULT\n", stderr);
        return 2;
    }
    return failed != 0;
}
