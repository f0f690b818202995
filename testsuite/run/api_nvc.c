// Routines that nvc's openacc.h has beside the standard's: counts, memory, the present table.
// expect: device kernels=1 uploads=1 downloads=1
// openmp: it is about routines that only nvc and accrs have
#include "check.h"
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define N 1000

static int a[N], b[N];

// What a routine writes to stderr.
static const char *said(void (*routine)(void))
{
    static char text[4000];
    int before = dup(2), file;
    char name[] = "/tmp/api_nvc_XXXXXX";
    file = mkstemp(name);
    dup2(file, 2);
    routine();
    fflush(stderr);
    dup2(before, 2);
    ssize_t n = pread(file, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    close(file);
    close(before);
    unlink(name);
    return text;
}

int main(void)
{
    int shared = acc_get_device_type() == acc_device_host;
    unsigned long before = acc_get_free_memory();
    CHECK(acc_get_memory() >= before && before > 0);
    #pragma acc data copy(a) create(b)
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[i] = b[i] = i;
        const char *text = said(acc_present_dump);
        CHECK(strstr(text, "Present table") == text);
        if (!shared) {
            CHECK(strstr(text, " size:4000 presentcount:1+0 ") && strstr(text, "api_nvc.c:"));
            CHECK(strstr(text, " name:a\n") && strstr(text, " name:b\n"));
            CHECK(acc_get_free_memory() < before);
            CHECK(strstr(said(acc_present_dump_all), " name:b\n") != NULL);
        }
    }
    acc_clear_freelists();
    // A GPU's driver keeps some for the kernels that it has loaded.
    CHECK(acc_get_free_memory() + (256ul << 20) > before);
    CHECK(acc_regions() == 1 && acc_kernels() == !shared);
    CHECK(acc_allocs() == (shared ? 0 : 2) && acc_frees() == acc_allocs());
    CHECK(acc_bytesalloc() == (shared ? 0 : 8000));
    CHECK(acc_copyins() == !shared && acc_bytesin() == (shared ? 0 : 4000));
    CHECK(acc_copyouts() == !shared && acc_bytesout() == (shared ? 0 : 4000));
    CHECK(a[N - 1] == N - 1);
    return CHECKED();
}
