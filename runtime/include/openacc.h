/* openacc.h: the OpenACC 3.3 runtime API for C and C++ (chapter 3), as accrs has it.
 *
 * Device addresses and host addresses are both void *; which is meant is said by
 * the parameter's name. async arguments are queue numbers from 0 on, or one of
 * acc_async_noval, acc_async_sync, acc_async_default.
 */
#ifndef _OPENACC_H
#define _OPENACC_H 1

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __cplusplus
#define __ACC_NOTHROW __attribute__((__nothrow__))
#elif __cplusplus >= 201103L
#define __ACC_NOTHROW noexcept
#else
#define __ACC_NOTHROW throw()
#endif

/* Device types. acc_device_sim is accrs's simulator: a device with a memory of its
 * own, on the host's cores. */
typedef enum acc_device_t {
    acc_device_none = 0,
    acc_device_default = 1,
    acc_device_host = 2,
    acc_device_not_host = 4,
    acc_device_nvidia = 5,
    acc_device_radeon = 8, /* none ever: for programs that ask */
    acc_device_current = 9,
    acc_device_sim = 16
} acc_device_t;

enum {
    acc_async_noval = -1,
    acc_async_sync = -2,
    acc_async_default = -3
};

typedef enum acc_device_property_t {
    acc_property_none = 0,
    acc_property_memory = 1,
    acc_property_free_memory = 2,
    acc_property_shared_memory_support = 3,
    acc_property_name = 0x10001,
    acc_property_vendor = 0x10002,
    acc_property_driver = 0x10003
} acc_device_property_t;

/* Devices: 3.2.1 to 3.2.8, 3.2.15 */
int acc_get_num_devices(acc_device_t) __ACC_NOTHROW;
void acc_set_device_type(acc_device_t) __ACC_NOTHROW;
acc_device_t acc_get_device_type(void) __ACC_NOTHROW;
void acc_set_device_num(int dev_num, acc_device_t) __ACC_NOTHROW;
int acc_get_device_num(acc_device_t) __ACC_NOTHROW;
size_t acc_get_property(int dev_num, acc_device_t, acc_device_property_t) __ACC_NOTHROW;
const char *acc_get_property_string(int dev_num, acc_device_t, acc_device_property_t) __ACC_NOTHROW;
void acc_init(acc_device_t) __ACC_NOTHROW;
void acc_init_device(int dev_num, acc_device_t) __ACC_NOTHROW;
void acc_shutdown(acc_device_t) __ACC_NOTHROW;
void acc_shutdown_device(int dev_num, acc_device_t) __ACC_NOTHROW;
int acc_on_device(acc_device_t) __ACC_NOTHROW;

/* Activity queues: 3.2.9 to 3.2.14 */
int acc_async_test(int wait_arg) __ACC_NOTHROW;
int acc_async_test_device(int wait_arg, int dev_num) __ACC_NOTHROW;
int acc_async_test_all(void) __ACC_NOTHROW;
int acc_async_test_all_device(int dev_num) __ACC_NOTHROW;
void acc_wait(int wait_arg) __ACC_NOTHROW;
void acc_async_wait(int wait_arg) __ACC_NOTHROW;
void acc_wait_device(int wait_arg, int dev_num) __ACC_NOTHROW;
void acc_wait_all(void) __ACC_NOTHROW;
void acc_async_wait_all(void) __ACC_NOTHROW;
void acc_wait_all_device(int dev_num) __ACC_NOTHROW;
void acc_wait_async(int wait_arg, int async_arg) __ACC_NOTHROW;
void acc_wait_device_async(int wait_arg, int async_arg, int dev_num) __ACC_NOTHROW;
void acc_wait_all_async(int async_arg) __ACC_NOTHROW;
void acc_wait_all_device_async(int async_arg, int dev_num) __ACC_NOTHROW;
int acc_wait_any(int count, int wait_arg[]) __ACC_NOTHROW;
int acc_wait_any_device(int count, int wait_arg[], int dev_num) __ACC_NOTHROW;
int acc_get_default_async(void) __ACC_NOTHROW;
void acc_set_default_async(int async_arg) __ACC_NOTHROW;

/* Device memory: 3.2.16, 3.2.17, 3.2.26 to 3.2.28, 3.2.30 */
void *acc_malloc(size_t bytes) __ACC_NOTHROW;
void acc_free(void *data_dev) __ACC_NOTHROW;
void acc_memcpy_to_device(void *data_dev_dest, void *data_host_src, size_t bytes) __ACC_NOTHROW;
void acc_memcpy_to_device_async(void *data_dev_dest, void *data_host_src, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_memcpy_from_device(void *data_host_dest, void *data_dev_src, size_t bytes) __ACC_NOTHROW;
void acc_memcpy_from_device_async(void *data_host_dest, void *data_dev_src, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_memcpy_device(void *data_dev_dest, void *data_dev_src, size_t bytes) __ACC_NOTHROW;
void acc_memcpy_device_async(void *data_dev_dest, void *data_dev_src, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_memcpy_d2d(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src) __ACC_NOTHROW;
void acc_memcpy_d2d_async(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src,
                          int async_arg_src) __ACC_NOTHROW;

/* Data lifetimes: 3.2.18 to 3.2.20 */
void *acc_copyin(void *data_arg, size_t bytes) __ACC_NOTHROW;
void *acc_present_or_copyin(void *data_arg, size_t bytes) __ACC_NOTHROW;
void *acc_pcopyin(void *data_arg, size_t bytes) __ACC_NOTHROW;
void *acc_create(void *data_arg, size_t bytes) __ACC_NOTHROW;
void *acc_present_or_create(void *data_arg, size_t bytes) __ACC_NOTHROW;
void *acc_pcreate(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_copyin_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_create_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_copyout(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_copyout_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_copyout_finalize(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_copyout_finalize_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_delete(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_delete_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_delete_finalize(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_delete_finalize_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_update_device(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_update_device_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;
void acc_update_self(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_update_self_async(void *data_arg, size_t bytes, int async_arg) __ACC_NOTHROW;

/* The present table: 3.2.21 to 3.2.25, 3.2.29 */
void acc_map_data(void *data_arg, void *data_dev, size_t bytes) __ACC_NOTHROW;
void acc_unmap_data(void *data_arg) __ACC_NOTHROW;
void *acc_deviceptr(void *data_arg) __ACC_NOTHROW;
void *acc_hostptr(void *data_dev) __ACC_NOTHROW;
int acc_is_present(void *data_arg, size_t bytes) __ACC_NOTHROW;
void acc_attach(void **ptr_addr) __ACC_NOTHROW;
void acc_attach_async(void **ptr_addr, int async_arg) __ACC_NOTHROW;
void acc_detach(void **ptr_addr) __ACC_NOTHROW;
void acc_detach_async(void **ptr_addr, int async_arg) __ACC_NOTHROW;
void acc_detach_finalize(void **ptr_addr) __ACC_NOTHROW;
void acc_detach_finalize_async(void **ptr_addr, int async_arg) __ACC_NOTHROW;

/* CUDA's own handles, for its libraries: appendix A.2.1. Null (0) where the current device is no GPU. */
void *acc_get_current_cuda_device(void) __ACC_NOTHROW;
void *acc_get_current_cuda_context(void) __ACC_NOTHROW;
void *acc_get_cuda_stream(int async_arg) __ACC_NOTHROW;
int acc_set_cuda_stream(int async_arg, void *stream) __ACC_NOTHROW;

/* Of nvc and pgcc: what was done so far, memory of the current device in bytes, the present table on stderr. */
unsigned int acc_regions(void) __ACC_NOTHROW;
unsigned int acc_kernels(void) __ACC_NOTHROW;
unsigned int acc_allocs(void) __ACC_NOTHROW;
unsigned int acc_frees(void) __ACC_NOTHROW;
unsigned int acc_copyins(void) __ACC_NOTHROW;
unsigned int acc_copyouts(void) __ACC_NOTHROW;
unsigned long acc_bytesalloc(void) __ACC_NOTHROW;
unsigned long acc_bytesin(void) __ACC_NOTHROW;
unsigned long acc_bytesout(void) __ACC_NOTHROW;
unsigned long acc_get_memory(void) __ACC_NOTHROW;
unsigned long acc_get_free_memory(void) __ACC_NOTHROW;
void acc_clear_freelists(void) __ACC_NOTHROW;
void acc_present_dump(void) __ACC_NOTHROW;
void acc_present_dump_all(void) __ACC_NOTHROW;

/* Of nvc's PCAST: n elements of an array that is present, or all that is, on the device and on the host; PCAST_COMPARE
 * says what differs. Differences are told on stderr. */
void __accrs_compare(const void *array, size_t n, size_t size, int kind, const char *name) __ACC_NOTHROW;
void acc_compare_all(void) __ACC_NOTHROW;
#ifndef __cplusplus
#define __ACC_IS(array, type) __builtin_types_compatible_p(__typeof__((array)[0]), type)
#define __ACC_KIND(array)                                                                                            \
    (__ACC_IS(array, float) ? 1 : __ACC_IS(array, double) ? 2                                                        \
     : __ACC_IS(array, char) || __ACC_IS(array, signed char) || __ACC_IS(array, short) || __ACC_IS(array, int) ||    \
       __ACC_IS(array, long) || __ACC_IS(array, long long) ? 3                                                       \
     : __ACC_IS(array, unsigned char) || __ACC_IS(array, unsigned short) || __ACC_IS(array, unsigned) ||             \
       __ACC_IS(array, unsigned long) || __ACC_IS(array, unsigned long long) ? 4 : 0)
#define acc_compare(array, n) __accrs_compare((array), (n), sizeof((array)[0]), __ACC_KIND(array), #array)
#endif

#ifdef __cplusplus
}
#endif

#endif
