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
#else
__attribute__((unused)) static int discrete(void)
{
    return 0;
}
#endif
#endif
