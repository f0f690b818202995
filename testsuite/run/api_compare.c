// nvc's acc_compare: what the device holds beside what the host holds, told with name, index and both values.
// expect: device kernels=2 uploads=5
// faults: it reads what the runtime says
#include "check.h"
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define N 100

static float f[N];
static double d[N];
static int n[N];
static unsigned char c[N];
static struct pair { int a, b; } p[N];

static void all(void) { acc_compare_all(); }
static void floats(void) { acc_compare(f, N); }
static void doubles(void) { acc_compare(d, N); }
static void ints(void) { acc_compare(&n[10], 20); }
static void bytes(void) { acc_compare(c, N); }
static void structs(void) { acc_compare(p, N); }

// What a routine writes to stderr.
static const char *said(void (*routine)(void))
{
    static char text[8000];
    char name[] = "/tmp/api_compare_XXXXXX";
    int before = dup(2), file = mkstemp(name);
    dup2(file, 2);
    routine();
    dup2(before, 2);
    ssize_t got = pread(file, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = 0;
    close(file);
    close(before);
    unlink(name);
    return text;
}

int main(void)
{
    int shared = acc_get_device_type() == acc_device_host;
    for (int i = 0; i < N; i++)
        f[i] = d[i] = n[i] = c[i] = p[i].a = p[i].b = i;
    #pragma acc data copyin(f, d, n, c, p)
    {
        CHECK(said(all)[0] == 0 && said(floats)[0] == 0 && said(structs)[0] == 0);
        #pragma acc parallel loop present(f, d, n, c, p) async(1)
        for (int i = 0; i < N; i++) {
            f[i] += i == 3;
            d[i] += i > 92 ? 0.5 : 0;
            n[i] -= i == 12 || i == 40;
            c[i] += i == 99;
            p[i].b += i == 1;
        }
        if (!shared) {
            CHECK(!strcmp(said(floats), "accrs: compare: f[3]: device 4, host 3\n"
                                        "accrs: compare: f: 1 of 100 elements differ\n"));
            CHECK(strstr(said(doubles), "d[93]: device 93.5, host 93\n"));
            CHECK(strstr(said(doubles), "d: 7 of 100 elements differ\n") && !strstr(said(doubles), "d[98]"));
            CHECK(!strcmp(said(ints), "accrs: compare: (&n[10])[2]: device 11, host 12\n"
                                      "accrs: compare: (&n[10]): 1 of 20 elements differ\n"));
            CHECK(strstr(said(bytes), "c[99]: device 100, host 99\n"));
            CHECK(strstr(said(structs), "p[12]: device 0x02, host 0x01\n"));
            CHECK(strstr(said(all), "c, byte [99]: device 0x64, host 0x63\n"));
        } else {
            CHECK(said(floats)[0] == 0 && said(all)[0] == 0);
        }
        #pragma acc wait
    }
    // Nothing is present, so there is nothing to compare.
    CHECK(said(all)[0] == 0);
    #pragma acc parallel loop
    for (int i = 0; i < N; i++)
        n[i] = i;
    return CHECKED();
}
