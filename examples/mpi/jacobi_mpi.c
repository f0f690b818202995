/* Jacobi iteration over MPI ranks, one device a rank; rows are shared out, and the border rows
 * travel between neighbours from device to device (host_data use_device), so MPI must be able to
 * read device memory: any MPI with multicore and sim, a CUDA-aware one with a GPU.
 *
 * Build: MPICH_CC=accrs mpicc -O2 -o jacobi_mpi jacobi_mpi.c -lm     (Open MPI: OMPI_CC=accrs)
 * Run:   mpiexec -n 4 ./jacobi_mpi [rows columns sweeps]
 *
 * Prints the same digits for any number of ranks. */
#include <math.h>
#include <mpi.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows of rank r of p, of `rows` inner rows: first row and their number. */
static void share(int rows, int r, int p, int *first, int *count)
{
    *first = (int)((long long)rows * r / p);
    *count = (int)((long long)rows * (r + 1) / p) - *first;
}

static void exchange(float *u, int count, int columns, int up, int down)
{
#pragma acc host_data use_device(u)
    {
        MPI_Sendrecv(u + columns, columns, MPI_FLOAT, up, 0, u + (size_t)(count + 1) * columns, columns, MPI_FLOAT,
                     down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(u + (size_t)count * columns, columns, MPI_FLOAT, down, 1, u, columns, MPI_FLOAT, up, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* `sweeps` sweeps of this rank's rows (with a border row above and below each); returns the last
 * sweep's largest change here. */
static float sweep(float *restrict u, float *restrict next, int count, int columns, int sweeps, int up, int down)
{
    size_t cells = (size_t)(count + 2) * columns;
    float change = 0;
#pragma acc data copy(u[0 : cells]) create(next[0 : cells])
    for (int s = 0; s < sweeps; s++) {
        exchange(u, count, columns, up, down);
        change = 0;
#pragma acc parallel loop collapse(2) reduction(max : change)
        for (int i = 1; i <= count; i++)
            for (int j = 1; j < columns - 1; j++) {
                size_t at = (size_t)i * columns + j;
                next[at] = 0.25f * (u[at - columns] + u[at + columns] + u[at - 1] + u[at + 1]);
                change = fmaxf(change, fabsf(next[at] - u[at]));
            }
#pragma acc parallel loop collapse(2)
        for (int i = 1; i <= count; i++)
            for (int j = 1; j < columns - 1; j++)
                u[(size_t)i * columns + j] = next[(size_t)i * columns + j];
    }
    return change;
}

/* All ranks' rows, in order, on rank 0: a sum over the grid in one fixed order. */
static double checksum(const float *u, int columns, int rank, int ranks, int rows)
{
    double sum = 0;
    float *row = malloc(sizeof *row * columns);
    if (!row)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int r = 0; r < ranks; r++) {
        int first, n;
        share(rows, r, ranks, &first, &n);
        for (int i = 1; i <= n; i++) {
            if (rank == r && r != 0)
                MPI_Send(u + (size_t)i * columns, columns, MPI_FLOAT, 0, 2, MPI_COMM_WORLD);
            if (rank != 0)
                continue;
            if (r != 0)
                MPI_Recv(row, columns, MPI_FLOAT, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            const float *values = r == 0 ? u + (size_t)i * columns : row;
            for (int j = 0; j < columns; j++)
                sum += values[j] * (1 + (j + 3 * (first + i)) % 17);
        }
    }
    free(row);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, ranks, first, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rows = argc > 1 ? atoi(argv[1]) : 510, columns = argc > 2 ? atoi(argv[2]) : 512;
    int sweeps = argc > 3 ? atoi(argv[3]) : 100;
    acc_device_t type = acc_get_device_type();
    int devices = acc_get_num_devices(type);
    if (devices > 1)
        acc_set_device_num(rank % devices, type);
    share(rows, rank, ranks, &first, &count);
    size_t cells = (size_t)(count + 2) * columns;
    float *u = calloc(cells, sizeof *u), *next = calloc(cells, sizeof *next);
    if (rows < ranks || columns < 3 || !u || !next) {
        fprintf(stderr, "usage: jacobi_mpi [rows >= ranks] [columns >= 3] [sweeps]\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 0)
        for (int j = 0; j < columns; j++)
            u[j] = 1;
    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    float here = sweep(u, next, count, columns, sweeps, up, down), change;
    MPI_Reduce(&here, &change, 1, MPI_FLOAT, MPI_MAX, 0, MPI_COMM_WORLD);
    double sum = checksum(u, columns, rank, ranks, rows);
    if (rank == 0)
        printf("change %a sum %a\n", change, sum);
    free(u);
    free(next);
    MPI_Finalize();
    return 0;
}
