/* Each MPI rank sums its part. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, i, sum = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma acc parallel loop reduction(+ : sum)
    for (i = 0; i < 100; i++)
        sum += i;
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        puts(all % 4950 == 0 && all > 0 ? "right" : "wrong");
    MPI_Finalize();
    return 0;
}
