/* acc_prof.h: the name that acc_callback.h had before OpenACC 3.3, with gcc's own names beside it. */
#ifndef _ACC_PROF_H
#define _ACC_PROF_H 1

#include <acc_callback.h>

typedef int _acc_prof_int_t;
typedef size_t _acc_prof_size_t;
typedef ssize_t _acc_prof_ssize_t;

/* What callbacks find as `version` and as `valid_bytes`. */
#define _ACC_PROF_INFO_VERSION 202211
#define _ACC_PROF_INFO_VALID_BYTES sizeof(acc_prof_info)
#define _ACC_DATA_EVENT_INFO_VALID_BYTES sizeof(acc_data_event_info)
#define _ACC_LAUNCH_EVENT_INFO_VALID_BYTES sizeof(acc_launch_event_info)
#define _ACC_OTHER_EVENT_INFO_VALID_BYTES sizeof(acc_other_event_info)
#define _ACC_API_INFO_VALID_BYTES sizeof(acc_api_info)

#endif
