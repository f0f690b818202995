/* device.h: does the current device have a memory of its own? Without OpenACC
 * there is none, so programs that look at the difference are right there too. */
#ifndef DEVICE_H
#define DEVICE_H
#ifdef _OPENACC
#include <openacc.h>
__attribute__((unused)) static int discrete(void)
{
    return acc_get_device_type() != acc_device_host;
}
#define on_device(p, bytes) acc_is_present((void *)(p), bytes)
#define device_malloc(bytes) acc_malloc(bytes)
#define device_free(p) acc_free(p)
#else
__attribute__((unused)) static int discrete(void)
{
    return 0;
}
#include <stdlib.h>
#define on_device(p, bytes) 1
#define device_malloc(bytes) malloc(bytes)
#define device_free(p) free(p)
#endif
#endif
