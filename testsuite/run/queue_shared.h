/* Host threads that share queues. QUEUE_ROUNDS=n makes each program go round so often. */
#ifndef QUEUE_SHARED_H
#define QUEUE_SHARED_H
#ifdef _OPENACC
#include <openacc.h>
#else
#define acc_wait(q) ((void)(q))
#define acc_async_test(q) ((void)(q), 1)
#endif
#include <pthread.h>
#include <stdlib.h>
static int rounds(int usual)
{
    const char *s = getenv("QUEUE_ROUNDS");
    return s ? atoi(s) : usual;
}
#endif
