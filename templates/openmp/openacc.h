/* What this file uses of <openacc.h>, as it is on the host alone: one memory, one device, nothing asynchronous. */
#include <stddef.h>

typedef enum acc_device_t {
    acc_device_none = 0,
    acc_device_default = 1,
    acc_device_host = 2,
    acc_device_not_host = 4,
    acc_device_nvidia = 5,
    acc_device_radeon = 8,
    acc_device_current = 9
} acc_device_t;

enum { acc_async_noval = -1, acc_async_sync = -2, acc_async_default = -3 };

typedef enum acc_device_property_t {
    acc_property_none = 0,
    acc_property_memory = 1,
    acc_property_free_memory = 2,
    acc_property_shared_memory_support = 3,
    acc_property_name = 0x10001,
    acc_property_vendor = 0x10002,
    acc_property_driver = 0x10003
} acc_device_property_t;

static __inline__ int acc_get_num_devices(acc_device_t type)
{
    return type == acc_device_host || type == acc_device_default || type == acc_device_current;
}

static __inline__ void acc_set_device_type(acc_device_t type)
{
    (void)type;
}

static __inline__ acc_device_t acc_get_device_type(void)
{
    return acc_device_host;
}

static __inline__ void acc_set_device_num(int dev_num, acc_device_t type)
{
    (void)dev_num;
    (void)type;
}

static __inline__ int acc_get_device_num(acc_device_t type)
{
    (void)type;
    return 0;
}

static __inline__ size_t acc_get_property(int dev_num, acc_device_t type, acc_device_property_t property)
{
    (void)dev_num;
    (void)type;
    return property == acc_property_shared_memory_support;
}

static __inline__ const char *acc_get_property_string(int dev_num, acc_device_t type, acc_device_property_t property)
{
    (void)dev_num;
    (void)type;
    return property == acc_property_name ? "host" : "";
}

static __inline__ void acc_init(acc_device_t type)
{
    (void)type;
}

static __inline__ void acc_init_device(int dev_num, acc_device_t type)
{
    (void)dev_num;
    (void)type;
}

static __inline__ void acc_shutdown(acc_device_t type)
{
    (void)type;
}

static __inline__ void acc_shutdown_device(int dev_num, acc_device_t type)
{
    (void)dev_num;
    (void)type;
}

static __inline__ int acc_on_device(acc_device_t type)
{
    return type == acc_device_host || type == acc_device_none;
}

static __inline__ int acc_async_test(int wait_arg)
{
    (void)wait_arg;
    return 1;
}

static __inline__ int acc_async_test_device(int wait_arg, int dev_num)
{
    (void)wait_arg;
    (void)dev_num;
    return 1;
}

static __inline__ int acc_async_test_all(void)
{
    return 1;
}

static __inline__ int acc_async_test_all_device(int dev_num)
{
    (void)dev_num;
    return 1;
}

static __inline__ void acc_wait(int wait_arg)
{
    (void)wait_arg;
}

static __inline__ void acc_async_wait(int wait_arg)
{
    (void)wait_arg;
}

static __inline__ void acc_wait_device(int wait_arg, int dev_num)
{
    (void)wait_arg;
    (void)dev_num;
}

static __inline__ void acc_wait_all(void)
{
}

static __inline__ void acc_async_wait_all(void)
{
}

static __inline__ void acc_wait_all_device(int dev_num)
{
    (void)dev_num;
}

static __inline__ void acc_wait_async(int wait_arg, int async_arg)
{
    (void)wait_arg;
    (void)async_arg;
}

static __inline__ void acc_wait_device_async(int wait_arg, int async_arg, int dev_num)
{
    (void)wait_arg;
    (void)async_arg;
    (void)dev_num;
}

static __inline__ void acc_wait_all_async(int async_arg)
{
    (void)async_arg;
}

static __inline__ void acc_wait_all_device_async(int async_arg, int dev_num)
{
    (void)async_arg;
    (void)dev_num;
}

static __inline__ int acc_wait_any(int count, int wait_arg[])
{
    (void)count;
    (void)wait_arg;
    return 0;
}

static __inline__ int acc_wait_any_device(int count, int wait_arg[], int dev_num)
{
    (void)count;
    (void)wait_arg;
    (void)dev_num;
    return 0;
}

static __inline__ int acc_get_default_async(void)
{
    return acc_async_sync;
}

static __inline__ void acc_set_default_async(int async_arg)
{
    (void)async_arg;
}

static __inline__ void *acc_malloc(size_t bytes)
{
    return __builtin_malloc(bytes);
}

static __inline__ void acc_free(void *data_dev)
{
    __builtin_free(data_dev);
}

static __inline__ void acc_memcpy_to_device(void *data_dev_dest, void *data_host_src, size_t bytes)
{
    __builtin_memmove(data_dev_dest, data_host_src, bytes);
}

static __inline__ void acc_memcpy_to_device_async(void *data_dev_dest, void *data_host_src, size_t bytes, int async_arg)
{
    (void)async_arg;
    __builtin_memmove(data_dev_dest, data_host_src, bytes);
}

static __inline__ void acc_memcpy_from_device(void *data_host_dest, void *data_dev_src, size_t bytes)
{
    __builtin_memmove(data_host_dest, data_dev_src, bytes);
}

static __inline__ void acc_memcpy_from_device_async(void *data_host_dest, void *data_dev_src, size_t bytes, int async_arg)
{
    (void)async_arg;
    __builtin_memmove(data_host_dest, data_dev_src, bytes);
}

static __inline__ void acc_memcpy_device(void *data_dev_dest, void *data_dev_src, size_t bytes)
{
    __builtin_memmove(data_dev_dest, data_dev_src, bytes);
}

static __inline__ void acc_memcpy_device_async(void *data_dev_dest, void *data_dev_src, size_t bytes, int async_arg)
{
    (void)async_arg;
    __builtin_memmove(data_dev_dest, data_dev_src, bytes);
}

static __inline__ void acc_memcpy_d2d(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src)
{
    (void)dev_num_dest;
    (void)dev_num_src;
    __builtin_memmove(data_arg_dest, data_arg_src, bytes);
}

static __inline__ void acc_memcpy_d2d_async(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src, int async_arg_src)
{
    (void)dev_num_dest;
    (void)dev_num_src;
    (void)async_arg_src;
    __builtin_memmove(data_arg_dest, data_arg_src, bytes);
}

static __inline__ void *acc_copyin(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void *acc_present_or_copyin(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void *acc_pcopyin(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void *acc_create(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void *acc_present_or_create(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void *acc_pcreate(void *data_arg, size_t bytes)
{
    (void)bytes;
    return data_arg;
}

static __inline__ void acc_copyin_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_create_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_copyout(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_copyout_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_copyout_finalize(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_copyout_finalize_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_delete(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_delete_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_delete_finalize(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_delete_finalize_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_update_device(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_update_device_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_update_self(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
}

static __inline__ void acc_update_self_async(void *data_arg, size_t bytes, int async_arg)
{
    (void)data_arg;
    (void)bytes;
    (void)async_arg;
}

static __inline__ void acc_map_data(void *data_arg, void *data_dev, size_t bytes)
{
    (void)data_arg;
    (void)data_dev;
    (void)bytes;
}

static __inline__ void acc_unmap_data(void *data_arg)
{
    (void)data_arg;
}

static __inline__ void *acc_deviceptr(void *data_arg)
{
    return data_arg;
}

static __inline__ void *acc_hostptr(void *data_dev)
{
    return data_dev;
}

static __inline__ int acc_is_present(void *data_arg, size_t bytes)
{
    (void)data_arg;
    (void)bytes;
    return 1;
}

static __inline__ void acc_attach(void **ptr_addr)
{
    (void)ptr_addr;
}

static __inline__ void acc_attach_async(void **ptr_addr, int async_arg)
{
    (void)ptr_addr;
    (void)async_arg;
}

static __inline__ void acc_detach(void **ptr_addr)
{
    (void)ptr_addr;
}

static __inline__ void acc_detach_async(void **ptr_addr, int async_arg)
{
    (void)ptr_addr;
    (void)async_arg;
}

static __inline__ void acc_detach_finalize(void **ptr_addr)
{
    (void)ptr_addr;
}

static __inline__ void acc_detach_finalize_async(void **ptr_addr, int async_arg)
{
    (void)ptr_addr;
    (void)async_arg;
}

static __inline__ void *acc_get_current_cuda_device(void)
{
    return 0;
}

static __inline__ void *acc_get_current_cuda_context(void)
{
    return 0;
}

static __inline__ void *acc_get_cuda_stream(int async_arg)
{
    (void)async_arg;
    return 0;
}

static __inline__ int acc_set_cuda_stream(int async_arg, void *stream)
{
    (void)async_arg;
    (void)stream;
    return 0;
}

static __inline__ void acc_compare(const void *array, size_t n)
{
    (void)array;
    (void)n;
}

static __inline__ void acc_compare_all(void)
{
}

static __inline__ void acc_present_dump(void)
{
}

static __inline__ void acc_present_dump_all(void)
{
}

static __inline__ void acc_clear_freelists(void)
{
}
