# 1 "tiles.c"
// host: tiles of a matrix product whose sum is beside it, and of a triangle's columns, which a thread copies
// Nests that the host's cores go through in tiles.
void product(int n, double alpha, double a[n][n], double b[n][n], double c[restrict n][n])
{
            
# 5 "tiles.c"

# 1 "<accrs>" 3
{
    static const __accrs_item __accrs_items[] = {
        { "c", __ACCRS_COPY, __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0, "double[][]" },
        { "a", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0, "double[][]" },
        { "b", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 5, 1 | __ACCRS_SIZED, 0, "double[][]" },
    };
    static const __accrs_site __accrs_here = { "tiles.c", "product", "kernels", 5, 3, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
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

# 5 "tiles.c"

    
# 1 "<accrs>" 3
{
    typedef double __accrs_vector __attribute__((vector_size(16)));
    typedef double __accrs_memory __attribute__((vector_size(16), aligned(8), may_alias));
    const long i_from = 0, i_end = (long)n;
    const long j_from = 0, j_end = (long)n;
    {
        const long i_size = __accrs_part(i_end - i_from, 6, (j_end - j_from + 3) / 4);
#pragma omp parallel if(__accrs_pays(0.5 * (11 * (double)n * (double)n * (double)n)))
        {
            void *const __accrs_pack_0_room = __builtin_malloc((long)n > 0 ? sizeof(double) * 4 * (unsigned long)((long)n - 0) + 63 : 1);
            double *const __accrs_pack_0 = (double *)(((unsigned long)__accrs_pack_0_room + 63) & ~63ul);
#pragma omp for collapse(2) schedule(dynamic) nowait
            for (long j_tile = j_from; j_tile < j_end; j_tile += 4)
                for (long i_part = i_from; i_part < i_end; i_part += i_size) {
                    if (__accrs_pack_0 && j_tile + 4 <= j_end)
                        for (long k = 0; k < (long)n; k++)
                            for (long __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++)
                                __accrs_pack_0[(k - 0) * 4 + __accrs_lane] = b[k][(j_tile + __accrs_lane)];
                    else if (__accrs_pack_0)
                        for (long k = 0; k < (long)n; k++)
                            for (long __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++)
                                __accrs_pack_0[(k - 0) * 4 + __accrs_lane] = b[k][(j_tile + __accrs_lane < j_end ? j_tile + __accrs_lane : j_end - 1)];
                    const long i_last = i_part + i_size < i_end ? i_part + i_size : i_end;
                    for (long i_tile = i_part; i_tile < i_last; i_tile += 6) {
                        if (__accrs_pack_0 && i_tile + 6 <= i_last && j_tile + 4 <= j_end) {
                            const int i = i_tile;
                            const int j = j_tile;
                            *(__accrs_memory *)&c[i][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i][j + 2] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 1][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 1][j + 2] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 2][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 2][j + 2] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 3][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 3][j + 2] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 4][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 4][j + 2] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 5][j] *= (double)2 - (__accrs_vector){0};
                            *(__accrs_memory *)&c[i + 5][j + 2] *= (double)2 - (__accrs_vector){0};
                            if (0 < n) {
                                __accrs_vector c_0_0 = *(__accrs_memory *)&c[i][j];
                                __accrs_vector c_0_1 = *(__accrs_memory *)&c[i][j + 2];
                                __accrs_vector c_1_0 = *(__accrs_memory *)&c[i + 1][j];
                                __accrs_vector c_1_1 = *(__accrs_memory *)&c[i + 1][j + 2];
                                __accrs_vector c_2_0 = *(__accrs_memory *)&c[i + 2][j];
                                __accrs_vector c_2_1 = *(__accrs_memory *)&c[i + 2][j + 2];
                                __accrs_vector c_3_0 = *(__accrs_memory *)&c[i + 3][j];
                                __accrs_vector c_3_1 = *(__accrs_memory *)&c[i + 3][j + 2];
                                __accrs_vector c_4_0 = *(__accrs_memory *)&c[i + 4][j];
                                __accrs_vector c_4_1 = *(__accrs_memory *)&c[i + 4][j + 2];
                                __accrs_vector c_5_0 = *(__accrs_memory *)&c[i + 5][j];
                                __accrs_vector c_5_1 = *(__accrs_memory *)&c[i + 5][j + 2];
                                for (long k_part = 0; k_part < (long)n; k_part += 64) {
                                    const long k_last = (long)n < k_part + 64 ? (long)n : k_part + 64;
                                    double __accrs_ahead_0[6][64];
                                    for (int k = k_part; k < k_last; k++) {
                                        __accrs_ahead_0[0][k - k_part] = alpha * a[i][k];
                                        __accrs_ahead_0[1][k - k_part] = alpha * a[i + 1][k];
                                        __accrs_ahead_0[2][k - k_part] = alpha * a[i + 2][k];
                                        __accrs_ahead_0[3][k - k_part] = alpha * a[i + 3][k];
                                        __accrs_ahead_0[4][k - k_part] = alpha * a[i + 4][k];
                                        __accrs_ahead_0[5][k - k_part] = alpha * a[i + 5][k];
                                    }
                                    for (int k = k_part; k < k_last; k++) {
                                        c_0_0 += __accrs_ahead_0[0][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_0_1 += __accrs_ahead_0[0][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                        c_1_0 += __accrs_ahead_0[1][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_1_1 += __accrs_ahead_0[1][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                        c_2_0 += __accrs_ahead_0[2][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_2_1 += __accrs_ahead_0[2][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                        c_3_0 += __accrs_ahead_0[3][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_3_1 += __accrs_ahead_0[3][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                        c_4_0 += __accrs_ahead_0[4][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_4_1 += __accrs_ahead_0[4][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                        c_5_0 += __accrs_ahead_0[5][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4];
                                        c_5_1 += __accrs_ahead_0[5][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + 2];
                                    }
                                }
                                *(__accrs_memory *)&c[i][j] = c_0_0;
                                *(__accrs_memory *)&c[i][j + 2] = c_0_1;
                                *(__accrs_memory *)&c[i + 1][j] = c_1_0;
                                *(__accrs_memory *)&c[i + 1][j + 2] = c_1_1;
                                *(__accrs_memory *)&c[i + 2][j] = c_2_0;
                                *(__accrs_memory *)&c[i + 2][j + 2] = c_2_1;
                                *(__accrs_memory *)&c[i + 3][j] = c_3_0;
                                *(__accrs_memory *)&c[i + 3][j + 2] = c_3_1;
                                *(__accrs_memory *)&c[i + 4][j] = c_4_0;
                                *(__accrs_memory *)&c[i + 4][j + 2] = c_4_1;
                                *(__accrs_memory *)&c[i + 5][j] = c_5_0;
                                *(__accrs_memory *)&c[i + 5][j + 2] = c_5_1;
                            }
                        } else if (__accrs_pack_0) {
                            for (long j_at = j_tile; j_at < j_end && j_at < j_tile + 4; j_at += 2) {
                                const long i_last_row = (i_tile + 6 < i_last ? i_tile + 6 : i_last) - 1;
                                const int j_last_column = j_end - 1;
                                const int i_row_0 = i_tile < i_last_row ? i_tile : i_last_row;
                                const int i_row_1 = i_tile + 1 < i_last_row ? i_tile + 1 : i_last_row;
                                const int i_row_2 = i_tile + 2 < i_last_row ? i_tile + 2 : i_last_row;
                                const int i_row_3 = i_tile + 3 < i_last_row ? i_tile + 3 : i_last_row;
                                const int i_row_4 = i_tile + 4 < i_last_row ? i_tile + 4 : i_last_row;
                                const int i_row_5 = i_tile + 5 < i_last_row ? i_tile + 5 : i_last_row;
                                const int j = j_at;
                                __accrs_vector __accrs_of_0_0_8780 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_0_0_8780[__accrs_lane] = c[i_row_0][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_0_0_8780 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_0 == i_tile && j + __accrs_lane <= j_last_column) c[i_row_0][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                __accrs_vector __accrs_of_1_0_9534 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_1_0_9534[__accrs_lane] = c[i_row_1][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_1_0_9534 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_1 == i_tile + 1 && j + __accrs_lane <= j_last_column) c[i_row_1][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                __accrs_vector __accrs_of_2_0_10292 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_2_0_10292[__accrs_lane] = c[i_row_2][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_2_0_10292 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_2 == i_tile + 2 && j + __accrs_lane <= j_last_column) c[i_row_2][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                __accrs_vector __accrs_of_3_0_11053 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_3_0_11053[__accrs_lane] = c[i_row_3][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_3_0_11053 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_3 == i_tile + 3 && j + __accrs_lane <= j_last_column) c[i_row_3][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                __accrs_vector __accrs_of_4_0_11814 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_4_0_11814[__accrs_lane] = c[i_row_4][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_4_0_11814 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_4 == i_tile + 4 && j + __accrs_lane <= j_last_column) c[i_row_4][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                __accrs_vector __accrs_of_5_0_12575 = {0};
                                for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_5_0_12575[__accrs_lane] = c[i_row_5][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                {
                                    const __accrs_vector __accrs_value = __accrs_of_5_0_12575 * ((double)2 - (__accrs_vector){0});
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_5 == i_tile + 5 && j + __accrs_lane <= j_last_column) c[i_row_5][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                }
                                if (0 < n) {
                                    __accrs_vector __accrs_of_0_0_13381 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_0_0_13381[__accrs_lane] = c[i_row_0][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_0_0 = __accrs_of_0_0_13381;
                                    __accrs_vector __accrs_of_1_0_13758 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_1_0_13758[__accrs_lane] = c[i_row_1][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_1_0 = __accrs_of_1_0_13758;
                                    __accrs_vector __accrs_of_2_0_14135 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_2_0_14135[__accrs_lane] = c[i_row_2][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_2_0 = __accrs_of_2_0_14135;
                                    __accrs_vector __accrs_of_3_0_14512 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_3_0_14512[__accrs_lane] = c[i_row_3][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_3_0 = __accrs_of_3_0_14512;
                                    __accrs_vector __accrs_of_4_0_14889 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_4_0_14889[__accrs_lane] = c[i_row_4][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_4_0 = __accrs_of_4_0_14889;
                                    __accrs_vector __accrs_of_5_0_15266 = {0};
                                    for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) __accrs_of_5_0_15266[__accrs_lane] = c[i_row_5][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)];
                                    __accrs_vector c_5_0 = __accrs_of_5_0_15266;
                                    for (long k_part = 0; k_part < (long)n; k_part += 64) {
                                        const long k_last = (long)n < k_part + 64 ? (long)n : k_part + 64;
                                        double __accrs_ahead_0[6][64];
                                        for (int k = k_part; k < k_last; k++) {
                                            __accrs_ahead_0[0][k - k_part] = alpha * a[i_row_0][k];
                                            __accrs_ahead_0[1][k - k_part] = alpha * a[i_row_1][k];
                                            __accrs_ahead_0[2][k - k_part] = alpha * a[i_row_2][k];
                                            __accrs_ahead_0[3][k - k_part] = alpha * a[i_row_3][k];
                                            __accrs_ahead_0[4][k - k_part] = alpha * a[i_row_4][k];
                                            __accrs_ahead_0[5][k - k_part] = alpha * a[i_row_5][k];
                                        }
                                        for (int k = k_part; k < k_last; k++) {
                                            c_0_0 += __accrs_ahead_0[0][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                            c_1_0 += __accrs_ahead_0[1][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                            c_2_0 += __accrs_ahead_0[2][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                            c_3_0 += __accrs_ahead_0[3][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                            c_4_0 += __accrs_ahead_0[4][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                            c_5_0 += __accrs_ahead_0[5][k - k_part] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 4 + (j_at - j_tile)];
                                        }
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_0_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_0 == i_tile && j + __accrs_lane <= j_last_column) c[i_row_0][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_1_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_1 == i_tile + 1 && j + __accrs_lane <= j_last_column) c[i_row_1][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_2_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_2 == i_tile + 2 && j + __accrs_lane <= j_last_column) c[i_row_2][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_3_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_3 == i_tile + 3 && j + __accrs_lane <= j_last_column) c[i_row_3][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_4_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_4 == i_tile + 4 && j + __accrs_lane <= j_last_column) c[i_row_4][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                    {
                                        const __accrs_vector __accrs_value = c_5_0;
                                        for (int __accrs_lane = 0; __accrs_lane < 2; __accrs_lane++) if (i_row_5 == i_tile + 5 && j + __accrs_lane <= j_last_column) c[i_row_5][(j + __accrs_lane < j_last_column ? j + __accrs_lane : j_last_column)] = __accrs_value[__accrs_lane];
                                    }
                                }
                            }
                        } else {
                            for (long i_row = i_tile; i_row < i_tile + 6 && i_row < i_last; i_row++) {
                                const int i = i_row;
                                const long j_last = j_tile + 4 < j_end ? j_tile + 4 : j_end;
                                long j_at = j_tile;
                                for (; j_at < j_last; j_at++) {
                                    const int j = j_at;
                                    c[i][j] *= 2;
                                    if (0 < n) {
                                        double c_0_0 = c[i][j];
                                        for (int k = 0; k < n; k++) {
                                            c_0_0 += alpha * a[i][k] * b[k][j];
                                        }
                                        c[i][j] = c_0_0;
                                    }
                                }
                            }
                        }
                    }
                }
            __builtin_free(__accrs_pack_0_room);
        }
    }
}

# 13 "tiles.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
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
        { "t", __ACCRS_COPYIN, __ACCRS_READONLY | __ACCRS_IMPLICIT, 19, 0, sizeof(t), "float[100][300]" },
        { "s", __ACCRS_COPY, __ACCRS_IMPLICIT, 19, 0, sizeof(s), "float[100][100]" },
    };
    static const __accrs_site __accrs_here = { "tiles.c", "triangle", "parallel loop", 19, 2, __accrs_items };
    const int __accrs_queue = __ACCRS_SYNC;
    do {
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
    {
        const long i_size = __accrs_part(i_end - i_from, 6, (j_end - j_from + 7) / 8);
#pragma omp parallel if(__accrs_pays(0.25 * (12015100)))
        {
            void *const __accrs_pack_0_room = __builtin_malloc(300 > 0 ? sizeof(float) * 8 * (unsigned long)(300 - 0) + 63 : 1);
            float *const __accrs_pack_0 = (float *)(((unsigned long)__accrs_pack_0_room + 63) & ~63ul);
#pragma omp for collapse(2) schedule(dynamic) nowait
            for (long j_tile = j_from; j_tile < j_end; j_tile += 8)
                for (long i_part = i_from; i_part < i_end; i_part += i_size) {
                    if (__accrs_pack_0 && j_tile + 8 <= j_end)
                        for (long k = 0; k < 300; k++)
                            for (long __accrs_lane = 0; __accrs_lane < 8; __accrs_lane++)
                                __accrs_pack_0[(k - 0) * 8 + __accrs_lane] = t[(j_tile + __accrs_lane)][k];
                    else if (__accrs_pack_0)
                        for (long k = 0; k < 300; k++)
                            for (long __accrs_lane = 0; __accrs_lane < 8; __accrs_lane++)
                                __accrs_pack_0[(k - 0) * 8 + __accrs_lane] = t[(j_tile + __accrs_lane < j_end ? j_tile + __accrs_lane : j_end - 1)][k];
                    const long i_last = i_part + i_size < i_end ? i_part + i_size : i_end;
                    for (long i_tile = i_part; i_tile < i_last; i_tile += 6) {
                        if (__accrs_pack_0 && i_tile + 6 <= i_last && 0 <= j_tile && j_tile + 8 <= ((long)i_tile + 1) && 0 <= j_tile && j_tile + 8 <= ((long)(i_tile + 5) + 1)) {
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
                            __accrs_vector sum_4_0 = (float)0 - (__accrs_vector){0};
                            __accrs_vector sum_4_1 = (float)0 - (__accrs_vector){0};
                            __accrs_vector sum_5_0 = (float)0 - (__accrs_vector){0};
                            __accrs_vector sum_5_1 = (float)0 - (__accrs_vector){0};
                            for (int k = 0; k < 300; k++) {
                                sum_0_0 += t[i][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_0_1 += t[i][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                                sum_1_0 += t[i + 1][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_1_1 += t[i + 1][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                                sum_2_0 += t[i + 2][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_2_1 += t[i + 2][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                                sum_3_0 += t[i + 3][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_3_1 += t[i + 3][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                                sum_4_0 += t[i + 4][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_4_1 += t[i + 4][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                                sum_5_0 += t[i + 5][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8];
                                sum_5_1 += t[i + 5][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + 4];
                            }
                            *(__accrs_memory *)&s[i][j] = sum_0_0;
                            *(__accrs_memory *)&s[i][j + 4] = sum_0_1;
                            *(__accrs_memory *)&s[i + 1][j] = sum_1_0;
                            *(__accrs_memory *)&s[i + 1][j + 4] = sum_1_1;
                            *(__accrs_memory *)&s[i + 2][j] = sum_2_0;
                            *(__accrs_memory *)&s[i + 2][j + 4] = sum_2_1;
                            *(__accrs_memory *)&s[i + 3][j] = sum_3_0;
                            *(__accrs_memory *)&s[i + 3][j + 4] = sum_3_1;
                            *(__accrs_memory *)&s[i + 4][j] = sum_4_0;
                            *(__accrs_memory *)&s[i + 4][j + 4] = sum_4_1;
                            *(__accrs_memory *)&s[i + 5][j] = sum_5_0;
                            *(__accrs_memory *)&s[i + 5][j + 4] = sum_5_1;
                        } else if (__accrs_pack_0) {
                            for (long j_at = j_tile; j_at < j_end && j_at < j_tile + 8; j_at += 4) {
                                long i_last_row = (i_tile + 6 < i_last ? i_tile + 6 : i_last) - 1;
                                long i_first = i_tile;
                                while (i_first <= i_last_row && !(0 < ((long)i_first + 1) && 0 < j_at + 4 && j_at < ((long)i_first + 1))) i_first++;
                                while (i_first <= i_last_row && !(0 < ((long)i_last_row + 1) && 0 < j_at + 4 && j_at < ((long)i_last_row + 1))) i_last_row--;
                                if (i_first > i_last_row) continue;
                                const int i_row_0 = i_tile < i_first ? i_first : i_tile < i_last_row ? i_tile : i_last_row;
                                const int j_first_0 = 0 < j_at ? j_at : 0;
                                const int j_last_0 = (((long)i_row_0 + 1) < j_at + 4 ? ((long)i_row_0 + 1) : j_at + 4) - 1;
                                const int i_row_1 = i_tile + 1 < i_first ? i_first : i_tile + 1 < i_last_row ? i_tile + 1 : i_last_row;
                                const int j_first_1 = 0 < j_at ? j_at : 0;
                                const int j_last_1 = (((long)i_row_1 + 1) < j_at + 4 ? ((long)i_row_1 + 1) : j_at + 4) - 1;
                                const int i_row_2 = i_tile + 2 < i_first ? i_first : i_tile + 2 < i_last_row ? i_tile + 2 : i_last_row;
                                const int j_first_2 = 0 < j_at ? j_at : 0;
                                const int j_last_2 = (((long)i_row_2 + 1) < j_at + 4 ? ((long)i_row_2 + 1) : j_at + 4) - 1;
                                const int i_row_3 = i_tile + 3 < i_first ? i_first : i_tile + 3 < i_last_row ? i_tile + 3 : i_last_row;
                                const int j_first_3 = 0 < j_at ? j_at : 0;
                                const int j_last_3 = (((long)i_row_3 + 1) < j_at + 4 ? ((long)i_row_3 + 1) : j_at + 4) - 1;
                                const int i_row_4 = i_tile + 4 < i_first ? i_first : i_tile + 4 < i_last_row ? i_tile + 4 : i_last_row;
                                const int j_first_4 = 0 < j_at ? j_at : 0;
                                const int j_last_4 = (((long)i_row_4 + 1) < j_at + 4 ? ((long)i_row_4 + 1) : j_at + 4) - 1;
                                const int i_row_5 = i_tile + 5 < i_first ? i_first : i_tile + 5 < i_last_row ? i_tile + 5 : i_last_row;
                                const int j_first_5 = 0 < j_at ? j_at : 0;
                                const int j_last_5 = (((long)i_row_5 + 1) < j_at + 4 ? ((long)i_row_5 + 1) : j_at + 4) - 1;
                                const int j = j_at;
                                __accrs_vector sum_0 = (float)0 - (__accrs_vector){0};
                                __accrs_vector sum_1 = (float)0 - (__accrs_vector){0};
                                __accrs_vector sum_2 = (float)0 - (__accrs_vector){0};
                                __accrs_vector sum_3 = (float)0 - (__accrs_vector){0};
                                __accrs_vector sum_4 = (float)0 - (__accrs_vector){0};
                                __accrs_vector sum_5 = (float)0 - (__accrs_vector){0};
                                for (int k = 0; k < 300; k++) {
                                    sum_0 += t[i_row_0][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                    sum_1 += t[i_row_1][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                    sum_2 += t[i_row_2][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                    sum_3 += t[i_row_3][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                    sum_4 += t[i_row_4][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                    sum_5 += t[i_row_5][k] * *(__accrs_memory *)&__accrs_pack_0[(long)k * 8 + (j_at - j_tile)];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_0;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_0 == i_tile && j_first_0 <= j + __accrs_lane && j + __accrs_lane <= j_last_0) s[i_row_0][(j + __accrs_lane < j_first_0 ? j_first_0 : j + __accrs_lane < j_last_0 ? j + __accrs_lane : j_last_0)] = __accrs_value[__accrs_lane];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_1;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_1 == i_tile + 1 && j_first_1 <= j + __accrs_lane && j + __accrs_lane <= j_last_1) s[i_row_1][(j + __accrs_lane < j_first_1 ? j_first_1 : j + __accrs_lane < j_last_1 ? j + __accrs_lane : j_last_1)] = __accrs_value[__accrs_lane];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_2;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_2 == i_tile + 2 && j_first_2 <= j + __accrs_lane && j + __accrs_lane <= j_last_2) s[i_row_2][(j + __accrs_lane < j_first_2 ? j_first_2 : j + __accrs_lane < j_last_2 ? j + __accrs_lane : j_last_2)] = __accrs_value[__accrs_lane];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_3;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_3 == i_tile + 3 && j_first_3 <= j + __accrs_lane && j + __accrs_lane <= j_last_3) s[i_row_3][(j + __accrs_lane < j_first_3 ? j_first_3 : j + __accrs_lane < j_last_3 ? j + __accrs_lane : j_last_3)] = __accrs_value[__accrs_lane];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_4;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_4 == i_tile + 4 && j_first_4 <= j + __accrs_lane && j + __accrs_lane <= j_last_4) s[i_row_4][(j + __accrs_lane < j_first_4 ? j_first_4 : j + __accrs_lane < j_last_4 ? j + __accrs_lane : j_last_4)] = __accrs_value[__accrs_lane];
                                }
                                {
                                    const __accrs_vector __accrs_value = sum_5;
                                    for (int __accrs_lane = 0; __accrs_lane < 4; __accrs_lane++) if (i_row_5 == i_tile + 5 && j_first_5 <= j + __accrs_lane && j + __accrs_lane <= j_last_5) s[i_row_5][(j + __accrs_lane < j_first_5 ? j_first_5 : j + __accrs_lane < j_last_5 ? j + __accrs_lane : j_last_5)] = __accrs_value[__accrs_lane];
                                }
                            }
                        } else {
                            for (long i_row = i_tile; i_row < i_tile + 6 && i_row < i_last; i_row++) {
                                const int i = i_row;
                                const long j_last = j_tile + 8 < ((long)i + 1) ? j_tile + 8 : ((long)i + 1);
                                long j_at = j_tile > 0 ? j_tile : 0;
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
            __builtin_free(__accrs_pack_0_room);
        }
    }
}

# 29 "tiles.c"
# 1 "<accrs>" 3

    }
    } while (__accrs_compute_again());
}
# 29 "tiles.c"
}

# 1 "<accrs>" 3
