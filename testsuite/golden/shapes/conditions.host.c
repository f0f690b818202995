# 1 "conditions.c"
// host: where the construct runs is asked there
// if and self: whether a device runs the construct, the host's cores, or one thread.
void where(int n, int big, int cores, double *a)
{
            
# 5 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "data", 5 };
    const int __accrs_queue = __ACCRS_SYNC;
    const int __accrs_if = (big) ? 1 : 0;
    __accrs_data __accrs_d[1];
    if (__accrs_if) {
        __accrs_d[0] = __accrs_row("a[0:n]", (void *)(&a[0]), n, sizeof(a[0]), __ACCRS_COPY, 0, 5);
        __accrs_data_enter(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }

# 6 "conditions.c"
    {
                
# 7 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "parallel loop", 7 };
    const int __accrs_queue = __ACCRS_SYNC;
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (!(n > 1000) || (cores) || __accrs_on_host(&__accrs_unit, &__accrs_here))
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_7);

# 7 "conditions.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(4 * (double)n))
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_conditions_where_7);
    }
    else
    {
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_entry("a", (void *)(a), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 7);
        __accrs_data_enter(&__accrs_here, __accrs_d, 1, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "conditions.c", "where", "parallel loop", 7 };
            __typeof__(n) __accrs_v0 = n;
            void *__accrs_v1 = __accrs_at(&__accrs_d[0], a);
            void *__accrs_args[] = { (void *)&__accrs_v0, (void *)&__accrs_v1 };
            __accrs_launch_dims __accrs_dims = {
                { __accrs_cover(__accrs_trips(0, n, 1, 0), 128, 1048576), 1, 1 }, { 128, 1, 1 },
                0, 0, 0
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_conditions_where_7, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 10 "conditions.c"
                
# 10 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "kernels loop", 10 };
    __accrs_compute_begin(&__accrs_here, __ACCRS_SYNC);
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_10);

# 10 "conditions.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(4 * (double)n))
        for (int i = 0; i < n; i++)
            a[i] *= 2;
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_conditions_where_10);
    }
    __accrs_compute_end(&__accrs_here);
}
# 13 "conditions.c"
                
# 13 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "serial", 13 };
    const int __accrs_queue = __ACCRS_SYNC;
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (!(big) || __accrs_on_host(&__accrs_unit, &__accrs_here))
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_conditions_where_13);

# 13 "conditions.c"

        a[0] = 0;
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_conditions_where_13);
    }
    else
    {
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_entry("a", (void *)(a), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13);
        __accrs_data_enter(&__accrs_here, __accrs_d, 1, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "conditions.c", "where", "serial", 13 };
            void *__accrs_v0 = __accrs_at(&__accrs_d[0], a);
            void *__accrs_args[] = { (void *)&__accrs_v0 };
            __accrs_launch_dims __accrs_dims = {
                { 1, 1, 1 }, { 1, 1, 1 },
                0, 0, 0
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_conditions_where_13, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 15 "conditions.c"
                
# 15 "conditions.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "conditions.c", "where", "update", 15 };
    if ((big) ? 1 : 0)
    {
        const int __accrs_queue = __ACCRS_SYNC;
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_row("a[0:1]", (void *)(&a[0]), 1, sizeof(a[0]), __ACCRS_UPDATE_HOST, 0, 15);
        __accrs_update(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
}
# 16 "conditions.c"
    }
# 1 "<accrs>" 3

    if (__accrs_if)
        __accrs_data_exit(&__accrs_here, __accrs_d, 1, __accrs_queue);
}
# 17 "conditions.c"
}

# 1 "<accrs>" 3
