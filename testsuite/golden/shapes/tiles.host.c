# 1 "tiles.c"
// host: tiles of a matrix product whose sum is beside it, and of a triangle's columns, which a thread copies
// Nests that the host's cores go through in tiles.
void product(int n, double alpha, double a[n][n], double b[n][n], double c[restrict n][n])
{
            
# 5 "tiles.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "c", __ACCRS_COPY, __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0 },
        { "a", __ACCRS_COPYIN, __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0 },
        { "b", __ACCRS_COPYIN, __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0 },
    };
    static const __accrs_site __accrs_here = { "tiles.c", "product", "kernels", 5, 3, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)&c[0] }, { .n = n }, { .n = sizeof(c[0]) },
            { (void *)&a[0] }, { .n = n }, { .n = sizeof(a[0]) },
            { (void *)&b[0] }, { .n = n }, { .n = sizeof(b[0]) },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            const __accrs_value __accrs_arguments[] = {
                { .n4 = n }, { (void *)c }, { .d = alpha }, { (void *)a }, { (void *)b },
                { .n = n }, { .n = n },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_tiles_product_6, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_tiles_product_6);
        const double __accrs_least = __accrs_least_work();

# 5 "tiles.c"

    
# 1 "<accrs>" 3
{ if (1.4 * (double)n * (double)n * (double)n >= __accrs_least) {
#pragma omp parallel for schedule(static)
# 6 "tiles.c"
    for (int i = 0; i < n; i++) {
        
#pragma omp simd
# 7 "tiles.c"
        for (int j = 0; j < n; j++)
            c[i][j] *= 2;
        for (int k = 0; k < n; k++)
            
#pragma omp simd
# 10 "tiles.c"
            for (int j = 0; j < n; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
# 1 "<accrs>" 3
} else {

# 6 "tiles.c" 3
    for (int i = 0; i < n; i++) {
        
#pragma omp simd
# 7 "tiles.c" 3
        for (int j = 0; j < n; j++)
            c[i][j] *= 2;
        for (int k = 0; k < n; k++)
            
#pragma omp simd
# 10 "tiles.c" 3
            for (int j = 0; j < n; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
# 1 "<accrs>" 3
} }
# 13 "tiles.c"
# 1 "<accrs>" 3

    }
    __accrs_compute_end();
}
# 13 "tiles.c"
}

static float s[100][100], t[100][300];

void triangle(void)
{
            
# 19 "tiles.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "t", __ACCRS_COPYIN, __ACCRS_IMPLICIT, 19, 0, sizeof(t) },
        { "s", __ACCRS_COPY, __ACCRS_IMPLICIT, 19, 0, sizeof(s) },
    };
    static const __accrs_site __accrs_here = { "tiles.c", "triangle", "parallel loop", 19, 2, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    int __accrs_cores = __accrs_compute_begin(&__accrs_unit, &__accrs_here, __accrs_queue, 0);
    if (!__accrs_cores)
    {
        const __accrs_value __accrs_values[] = {
            { (void *)&t },
            { (void *)&s },
        };
        __accrs_region *__accrs_open = __accrs_compute_enter(&__accrs_unit, &__accrs_here, __accrs_values, __accrs_queue);
        __accrs_cores = !__accrs_open;
        if (__accrs_open) {
        {
            const __accrs_value __accrs_arguments[] = {
                { (void *)t }, { (void *)s },
                { .n = 100 },
            };
            __accrs_launch(&__accrs_unit, &__accrs_kernel_tiles_triangle_19, __accrs_open, __accrs_arguments, __accrs_queue);
        }

        __accrs_data_exit(__accrs_open, __accrs_queue);
        }
    }
    if (__accrs_cores)
    {
        __accrs_host_begin(&__accrs_here, &__accrs_kernel_tiles_triangle_19);

# 19 "tiles.c"

    
# 1 "<accrs>" 3
{
    typedef float __accrs_vector __attribute__((vector_size(16)));
    typedef float __accrs_memory __attribute__((vector_size(16), aligned(4), may_alias));
    const long i_from = 0, i_end = 100;
    const long j_from = 0 < 0 ? 0 : 0;
    const long j_end = ((long)i_from + 1) > ((long)(i_end - 1) + 1) ? ((long)i_from + 1) : ((long)(i_end - 1) + 1);
#pragma omp parallel if(__accrs_pays(0.25 * (12015100)))
    {
        float *const __accrs_pack_0 = __builtin_malloc(300 > 0 ? sizeof(float) * 8 * (unsigned long)(300 - 0) : 1);
        for (long j_tile = j_from; j_tile < j_end; j_tile += 8) {
            if (__accrs_pack_0)
                for (long k = 0; k < 300; k++)
                    for (long __accrs_lane = 0; __accrs_lane < 8 && j_tile + __accrs_lane < j_end; __accrs_lane++)
                        __accrs_pack_0[(k - 0) * 8 + __accrs_lane] = t[(j_tile + __accrs_lane)][k];
#pragma omp for schedule(dynamic, 16) nowait
            for (long i_tile = i_from; i_tile < i_end; i_tile += 4) {
                if (__accrs_pack_0 && i_tile + 4 <= i_end && 0 <= j_tile && j_tile + 8 <= ((long)i_tile + 1) && 0 <= j_tile && j_tile + 8 <= ((long)(i_tile + 3) + 1)) {
                    const int i = i_tile;
                    const int j = j_tile;
                    __accrs_vector sum_0_0 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_0_1 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_1_0 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_1_1 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_2_0 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_2_1 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_3_0 = (float)0 - (__accrs_vector){0};
                    __accrs_vector sum_3_1 = (float)0 - (__accrs_vector){0};
                    for (int k = 0; k < 300; k++) {
                        sum_0_0 += t[i][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                        sum_0_1 += t[i][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                        sum_1_0 += t[i + 1][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                        sum_1_1 += t[i + 1][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                        sum_2_0 += t[i + 2][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                        sum_2_1 += t[i + 2][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                        sum_3_0 += t[i + 3][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                        sum_3_1 += t[i + 3][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                    }
                    *(__accrs_memory *)&s[i][j] = sum_0_0;
                    *(__accrs_memory *)&s[i][j + 4] = sum_0_1;
                    *(__accrs_memory *)&s[i + 1][j] = sum_1_0;
                    *(__accrs_memory *)&s[i + 1][j + 4] = sum_1_1;
                    *(__accrs_memory *)&s[i + 2][j] = sum_2_0;
                    *(__accrs_memory *)&s[i + 2][j + 4] = sum_2_1;
                    *(__accrs_memory *)&s[i + 3][j] = sum_3_0;
                    *(__accrs_memory *)&s[i + 3][j + 4] = sum_3_1;
                } else {
                    for (long i_row = i_tile; i_row < i_tile + 4 && i_row < i_end; i_row++) {
                        const int i = i_row;
                        const long j_last = j_tile + 8 < ((long)i + 1) ? j_tile + 8 : ((long)i + 1);
                        long j_at = j_tile > 0 ? j_tile : 0;
                        for (; __accrs_pack_0 && j_at + 4 <= j_last; j_at += 4) {
                            const int j = j_at;
                            __accrs_vector sum = (float)0 - (__accrs_vector){0};
                            for (int k = 0; k < 300; k++) {
                                sum += t[i][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                            }
                            *(__accrs_memory *)&s[i][j] = sum;
                        }
                        for (; j_at < j_last; j_at++) {
                            const int j = j_at;
                            float sum = 0;
                            for (int k = 0; k < 300; k++) {
                                sum += t[i][k] * t[j][k];
                            }
                            s[i][j] = sum;
                        }
                    }
                }
            }
        }
        __builtin_free(__accrs_pack_0);
    }
}

# 29 "tiles.c"
# 1 "<accrs>" 3

    }
    __accrs_compute_end();
}
# 29 "tiles.c"
}

# 1 "<accrs>" 3
