# 1 "queues.c"
// host: the tasks and the calls for queues
// Work on several queues: async with and without a number, waits as clauses and as directives.
void stages(int n, float *restrict a, float *restrict b, float *restrict c, int queue)
{
            
# 5 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "data", 5 };
    const int __accrs_queue = __ACCRS_SYNC;
    const int __accrs_if = 1;
    __accrs_data __accrs_d[3];
    if (__accrs_if) {
        __accrs_d[0] = __accrs_row("a[0:n]", (void *)(&a[0]), n, sizeof(a[0]), __ACCRS_COPY, 0, 5);
        __accrs_d[1] = __accrs_row("b[0:n]", (void *)(&b[0]), n, sizeof(b[0]), __ACCRS_COPY, 0, 5);
        __accrs_d[2] = __accrs_row("c[0:n]", (void *)(&c[0]), n, sizeof(c[0]), __ACCRS_COPY, 0, 5);
        __accrs_data_enter(&__accrs_here, __accrs_d, 3, __accrs_queue);
    }

# 6 "queues.c"
    {
                
# 7 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 7 };
    const int __accrs_queue = (int)(1);
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (__accrs_on_host(&__accrs_unit, &__accrs_here))
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, a)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_7);

# 7 "queues.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(4 * (double)n))
        for (int i = 0; i < n; i++)
            a[i] += 1;
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_queues_stages_7);
        }
    }
    else
    {
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_entry("a", (void *)(a), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 7);
        __accrs_data_enter(&__accrs_here, __accrs_d, 1, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "queues.c", "stages", "parallel loop", 7 };
            __typeof__(n) __accrs_v0 = n;
            void *__accrs_v1 = __accrs_at(&__accrs_d[0], a);
            void *__accrs_args[] = { (void *)&__accrs_v0, (void *)&__accrs_v1 };
            __accrs_launch_dims __accrs_dims = {
                { __accrs_cover(__accrs_trips(0, n, 1, 0), 128, 1048576), 1, 1 }, { 128, 1, 1 },
                0, 0, 0
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_queues_stages_7, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 10 "queues.c"
                
# 10 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 10 };
    const int __accrs_queue = (int)(queue + 1);
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (__accrs_on_host(&__accrs_unit, &__accrs_here))
    {
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, b)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_10);

# 10 "queues.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(4 * (double)n))
        for (int i = 0; i < n; i++)
            b[i] *= 2;
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_queues_stages_10);
        }
    }
    else
    {
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_entry("b", (void *)(b), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 10);
        __accrs_data_enter(&__accrs_here, __accrs_d, 1, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "queues.c", "stages", "parallel loop", 10 };
            __typeof__(n) __accrs_v0 = n;
            void *__accrs_v1 = __accrs_at(&__accrs_d[0], b);
            void *__accrs_args[] = { (void *)&__accrs_v0, (void *)&__accrs_v1 };
            __accrs_launch_dims __accrs_dims = {
                { __accrs_cover(__accrs_trips(0, n, 1, 0), 128, 1048576), 1, 1 }, { 128, 1, 1 },
                0, 0, 0
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_queues_stages_10, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 13 "queues.c"
                
# 13 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "parallel loop", 13 };
    const int __accrs_queue = __ACCRS_NOVAL;
    __accrs_compute_begin(&__accrs_here, __accrs_queue);
    if (__accrs_on_host(&__accrs_unit, &__accrs_here))
    {
    { const int __accrs_queues[] = { (int)(1), (int)(queue + 1) }; __accrs_wait(&__accrs_here, __accrs_queues, 2, __ACCRS_NONE, __accrs_queue); }
        const int __accrs_now = __accrs_host_async(&__accrs_here, __accrs_queue);
#pragma omp task if(__accrs_now) firstprivate(n, c, a, b)
        {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_queues_stages_13);

# 13 "queues.c"
#pragma omp parallel for simd schedule(static) if(__accrs_pays(5 * (double)n))
        for (int i = 0; i < n; i++)
            c[i] = a[i] + b[i];
# 1 "<accrs>" 3

        __accrs_host_end(&__accrs_here, &__accrs_kernel_queues_stages_13);
        }
    }
    else
    {
    { const int __accrs_queues[] = { (int)(1), (int)(queue + 1) }; __accrs_wait(&__accrs_here, __accrs_queues, 2, __ACCRS_NONE, __accrs_queue); }
        __accrs_data __accrs_d[3];
        __accrs_d[0] = __accrs_entry("a", (void *)(a), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13);
        __accrs_d[1] = __accrs_entry("b", (void *)(b), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13);
        __accrs_d[2] = __accrs_entry("c", (void *)(c), 0, __ACCRS_PRESENT, __ACCRS_ADDRESS | __ACCRS_IMPLICIT, 13);
        __accrs_data_enter(&__accrs_here, __accrs_d, 3, __accrs_queue);
        {
            static const __accrs_site __accrs_there = { "queues.c", "stages", "parallel loop", 13 };
            __typeof__(n) __accrs_v0 = n;
            void *__accrs_v1 = __accrs_at(&__accrs_d[0], a);
            void *__accrs_v2 = __accrs_at(&__accrs_d[1], b);
            void *__accrs_v3 = __accrs_at(&__accrs_d[2], c);
            void *__accrs_args[] = { (void *)&__accrs_v0, (void *)&__accrs_v1, (void *)&__accrs_v2, (void *)&__accrs_v3 };
            __accrs_launch_dims __accrs_dims = {
                { __accrs_cover(__accrs_trips(0, n, 1, 0), 128, 1048576), 1, 1 }, { 128, 1, 1 },
                0, 0, 0
            };
            __accrs_launch(&__accrs_unit, &__accrs_there, &__accrs_kernel_queues_stages_13, &__accrs_dims, __accrs_args,
                           __accrs_queue);
        }

        __accrs_data_exit(&__accrs_here, __accrs_d, 3, __accrs_queue);
    }
    __accrs_compute_end(&__accrs_here);
}
# 16 "queues.c"
                
# 16 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "wait", 16 };
    {
        const int __accrs_queue = (int)(3);
    { const int __accrs_queues[] = { (int)(1) }; __accrs_wait(&__accrs_here, __accrs_queues, 1, __ACCRS_NONE, __accrs_queue); }
    }
}
# 17 "queues.c"
                
# 17 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "update", 17 };
    {
        const int __accrs_queue = (int)(3);
        __accrs_data __accrs_d[1];
        __accrs_d[0] = __accrs_row("a[0:n]", (void *)(&a[0]), n, sizeof(a[0]), __ACCRS_UPDATE_HOST, 0, 17);
        __accrs_update(&__accrs_here, __accrs_d, 1, __accrs_queue);
    }
}
# 18 "queues.c"
                
# 18 "queues.c"

# 1 "<accrs>" 3
{
    static const __accrs_site __accrs_here = { "queues.c", "stages", "wait", 18 };
    {
        const int __accrs_queue = __ACCRS_SYNC;
    __accrs_wait(&__accrs_here, 0, 0, __ACCRS_NONE, __accrs_queue);
    }
}
# 19 "queues.c"
    }
# 1 "<accrs>" 3

    if (__accrs_if)
        __accrs_data_exit(&__accrs_here, __accrs_d, 3, __accrs_queue);
}
# 20 "queues.c"
}

# 1 "<accrs>" 3
