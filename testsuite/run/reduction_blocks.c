// Reductions in blocks whose threads are no whole warps, along several axes, along rows that end within a warp, and along columns; one after the other
// in loops that run in order, through the same shared memory.
// expect: device kernels=23
// launch: reduction_blocks_lanes_15 block=96x1x1
// launch: reduction_blocks_lanes_15 block=40x1x1
// launch: reduction_blocks_levels_25 block=40x3x1
// launch: reduction_blocks_columns_38 block=24x5x1
// launch: reduction_blocks_turns_69 block=48x2x1
#include "check.h"
#define N 10007

static long lanes(int n, int length)
{
    long sum = 0;
    #pragma acc parallel loop gang vector vector_length(length) reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static double levels(int n, int workers, int length)
{
    double sum = 0;
    int most = 0;
    #pragma acc parallel loop gang worker vector num_workers(workers) vector_length(length) reduction(+:sum) reduction(max:most)
    for (int i = 0; i < n; i++) {
        sum += i * 0.5;
        most = i > most ? i : most;
    }
    CHECK(most == n - 1);
    return sum;
}

/* Each row's sum along its lanes, and the gang's along its workers, for each lane. */
static void columns(int n, int workers, int length)
{
    static int out[300];
    #pragma acc parallel num_gangs(7) num_workers(workers) vector_length(length) copyout(out)
    {
        #pragma acc loop gang
        for (int g = 0; g < 300; g++) {
            int sum = 0;
            #pragma acc loop worker reduction(+:sum)
            for (int i = 0; i < n; i++) {
                int row = 0;
                #pragma acc loop vector reduction(+:row)
                for (int j = 0; j < i + g; j++)
                    row += j & 7;
                sum += row + i;
            }
            out[g] = sum;
        }
    }
    for (int g = 0; g < 300; g++) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
            for (int j = 0; j < i + g; j++)
                sum += j & 7;
        }
        CHECK(out[g] == sum);
    }
}

/* Two reductions in each turn, of which the second needs the first. */
static void turns(int workers, int length)
{
    static long out[64];
    #pragma acc parallel loop gang num_gangs(5) num_workers(workers) vector_length(length) copyout(out)
    for (int g = 0; g < 64; g++) {
        long total = 0;
        for (int turn = 0; turn < 9; turn++) {
            long sum = 0;
            short odd = 0;
            #pragma acc loop worker vector reduction(+:sum)
            for (int i = 0; i < 200 + g; i++)
                sum += i * turn;
            #pragma acc loop worker vector reduction(^:odd)
            for (int i = 0; i < 100; i++)
                odd ^= (short)(i * sum);
            total += sum + odd;
        }
        out[g] = total;
    }
    for (int g = 0; g < 64; g++) {
        long total = 0;
        for (int turn = 0; turn < 9; turn++) {
            long sum = 0;
            short odd = 0;
            for (int i = 0; i < 200 + g; i++)
                sum += i * turn;
            for (int i = 0; i < 100; i++)
                odd ^= (short)(i * sum);
            total += sum + odd;
        }
        CHECK(out[g] == total);
    }
}

int main(void)
{
    static const int lengths[] = {1, 3, 31, 32, 33, 40, 64, 96, 1000, 1024};
    static const int shapes[][2] = {{3, 40}, {2, 32}, {4, 8}, {7, 12}, {1, 128}, {32, 1}};
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
        CHECK(lanes(N, lengths[k]) == (long)N * (N - 1) / 2);
    for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++)
        CHECK(levels(N, shapes[k][0], shapes[k][1]) == 0.5 * N * (N - 1) / 2);
    columns(20, 5, 24);
    columns(20, 4, 32);
    columns(20, 16, 1);
    columns(7, 3, 16);
    turns(2, 48);
    turns(4, 16);
    turns(1, 96);
    return CHECKED();
}
