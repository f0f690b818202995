/* Jacobi iteration on a 2048 x 2048 grid: the heat equation with fixed borders.
 *
 * Build: accrs -O3 -o jacobi jacobi.c -lm      Run: ./jacobi [sweeps]
 *
 * The OpenACC sweep runs on the device that ACC_DEVICE_TYPE names (nvidia, multicore, sim), or
 * on the first there is; then plain C repeats it on one core, and the answers are compared. */
#include <math.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 2048
#define M 2048

typedef float real;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void init(real *restrict A)
{
    memset(A, 0, sizeof(real) * N * M);
    for (int j = 0; j < M; j++)
        A[j] = 1.0f;
    for (int i = 0; i < N; i++)
        A[i * M] = 0.5f;
}

/* Sweeps of the whole grid; returns the last sweep's largest change. */
static real jacobi_acc(int n, int m, int sweeps, real *restrict A, real *restrict Anew)
{
    real err = 0;
#pragma acc data copy(A[0 : n * m]) create(Anew[0 : n * m])
    for (int s = 0; s < sweeps; s++) {
        err = 0;
#pragma acc kernels loop gang vector(2) reduction(max : err)
        for (int i = 1; i < n - 1; i++) {
#pragma acc loop gang vector(128) reduction(max : err)
            for (int j = 1; j < m - 1; j++) {
                Anew[i * m + j] = 0.25f * (A[i * m + j + 1] + A[i * m + j - 1] + A[(i - 1) * m + j] + A[(i + 1) * m + j]);
                err = fmaxf(err, fabsf(Anew[i * m + j] - A[i * m + j]));
            }
        }
#pragma acc kernels loop gang vector(2)
        for (int i = 1; i < n - 1; i++) {
#pragma acc loop gang vector(128)
            for (int j = 1; j < m - 1; j++)
                A[i * m + j] = Anew[i * m + j];
        }
    }
    return err;
}

static real jacobi_serial(int n, int m, int sweeps, real *restrict A, real *restrict Anew)
{
    real err = 0;
    for (int s = 0; s < sweeps; s++) {
        err = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                Anew[i * m + j] = 0.25f * (A[i * m + j + 1] + A[i * m + j - 1] + A[(i - 1) * m + j] + A[(i + 1) * m + j]);
                err = fmaxf(err, fabsf(Anew[i * m + j] - A[i * m + j]));
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                A[i * m + j] = Anew[i * m + j];
    }
    return err;
}

static const char *device_name(void)
{
    switch (acc_get_device_type()) {
    case acc_device_nvidia: return "nvidia";
    case acc_device_host: return "multicore";
    case acc_device_sim: return "sim";
    default: return "another device";
    }
}

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 100;
    real *A = malloc(sizeof(real) * N * M), *B = malloc(sizeof(real) * N * M), *T = malloc(sizeof(real) * N * M);
    if (!A || !B || !T || sweeps < 1) {
        fprintf(stderr, "usage: jacobi [sweeps >= 1]\n");
        return 2;
    }
    init(A);
    init(B);
    memset(T, 0, sizeof(real) * N * M);

    double start = now();
    real err_acc = jacobi_acc(N, M, sweeps, A, T);
    double acc = now() - start;

    start = now();
    real err_serial = jacobi_serial(N, M, sweeps, B, T);
    double serial = now() - start;

    int wrong = err_acc != err_serial;
    for (int i = 0; i < N * M; i++)
        wrong += A[i] != B[i];
    printf("Jacobi %d x %d, %d sweeps: last change %g, %s serial C's answer\n", N, M, sweeps, err_acc,
           wrong ? "NOT" : "equal to");
    printf("device %s: %.3f s   serial: %.3f s   ratio %.2f\n", device_name(), acc, serial, serial / acc);
    free(A);
    free(B);
    free(T);
    return wrong != 0;
}
