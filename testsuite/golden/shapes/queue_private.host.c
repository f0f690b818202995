# 1 "queue_private.c"
// host: the tasks and the calls for queues
// An asynchronous construct that takes scalars, an array and a struct along, and reduces a variable that lives on.
struct pair {
    int a, b;
};
static double total;
void later(int n, struct pair p, const double *restrict x, double *restrict y)
{
    double table[4] = {1, 2, 3, 4};
    const int shift = n / 2;
            
# 11 "queue_private.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queue_private.c", "later", "parallel loop", 11 };
    const int __accrs_queue = (int)(2);
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (__accrs_on_host(&__accrs_unit, &__accrs_here))
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, shift, y, x, table, p) shared(total)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queue_private_later_11);

# 11 "queue_private.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(9 * (double)(n - shift))) reduction(+:total)
    for (int i = 0; i < n - shift; i++) {
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_queue_private_later_11);
        }
    }
    else
    {
        __accrs_data __accrs_d[3];
        __accrs_d[0] = __accrs_entry("x", (void *)(x), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS, 11);
        __accrs_d[1] = __accrs_entry("y", (void *)(y), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS, 11);
        __accrs_d[2] = __accrs_entry("total", (void *)(&total), sizeof(total), __ACCRS_COPY, __ACCRS_IMPLICIT | __ACCRS_REDUCTION, 11);
        __accrs_data_enter(&__accrs_here, __accrs_d, 3, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "queue_private.c", "later", "parallel loop", 11 };
            __typeof__(n) __accrs_v0 = n;
            __typeof__(shift) __accrs_v1 = shift;
            void *__accrs_v2 = __accrs_at(&__accrs_d[0], x);
            const volatile void *__accrs_v3 = table;
            __typeof__(p) __accrs_v4 = p;
            void *__accrs_v5 = __accrs_at(&__accrs_d[1], y);
            void *__accrs_v6 = __accrs_place(&__accrs_d[2]);
            void *__accrs_args[] = { (void *)&__accrs_v0, (void *)&__accrs_v1, (void *)&__accrs_v2, (void *)__accrs_v3, (void *)&__accrs_v4, (void *)&__accrs_v5, (void *)&__accrs_v6 };
            __accrs_launch_dims __accrs_dims = {
                { __accrs_cover(__accrs_trips(0, n - shift, 1, 0), 128, 1048576), 1, 1 }, { 128, 1, 1 },
                0, 16, 16
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_queue_private_later_11, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 3, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 16 "queue_private.c"
            
# 16 "queue_private.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queue_private.c", "later", "wait", 16 };
    {
        const int __accrs_queue = __ACCRS_SYNC;
    { const int __accrs_queues[] = { (int)(2) }; __accrs_wait(&__accrs_here, __accrs_queues, 1, __ACCRS_NONE, __accrs_queue); }
    }
}
# 17 "queue_private.c"
}

# 1 "<accrs>" 3
