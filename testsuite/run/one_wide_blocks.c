// Blocks that are one thread wide along some axis: what one worker or lane leaves for the others needs a barrier all the same.
// expect: device kernels=8
#include "check.h"
#define G 16
#define W 64

static int x[G], a[G][W], c[G][W];

static int sum_of(int v)
{
    int u = 2;
    for (int k = 0; k < 50; k++) u += v % (k + 1);
    return u;
}

#pragma acc routine worker
static void turn(int *to, const int *from, int n)
{
    #pragma acc loop worker
    for (int j = 0; j < n; j++) {
        #pragma acc loop vector
        for (int k = 0; k < 1; k++) to[j] = from[n - 1 - j];
    }
}

static void clear(void)
{
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) a[g][j] = c[g][j] = 0;
}

int main(void)
{
    for (int g = 0; g < G; g++) x[g] = g * 3 + 1;

    // A gang's array, read by workers around vector loops of one lane.
    #pragma acc parallel loop gang num_workers(64) vector_length(1) copyin(x) copyout(c)
    for (int g = 0; g < G; g++) {
        int t[4] = { x[g], 2, 3 };
        for (int k = 0; k < 50; k++) t[1] += t[0] % (k + 1);
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 1; k++) c[g][j] = t[0] + t[1] * j;
        }
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == x[g] + sum_of(x[g]) * j);
    clear();

    // Worker loops one after the other, around tiles of one element.
    #pragma acc parallel loop gang num_workers(64) copyout(a, c)
    for (int g = 0; g < G; g++) {
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector tile(1)
            for (int k = 0; k < 1; k++) a[g][j] = g + j;
        }
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector tile(1)
            for (int k = 0; k < 1; k++) c[g][j] = a[g][W - 1 - j];
        }
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == g + W - 1 - j);
    clear();

    // A scalar that the worker loop's vector loop reduces, and a sum over the workers, used behind it and in the next loop.
    #pragma acc parallel loop gang num_workers(32) vector_length(1) copyout(a, c)
    for (int g = 0; g < G; g++) {
        int total = 0;
        #pragma acc loop worker reduction(+:total)
        for (int j = 0; j < W; j++) {
            int row = 0;
            #pragma acc loop vector reduction(+:row)
            for (int k = 0; k < 5; k++) row += g + j + k;
            a[g][j] = row;
            total += row;
        }
        a[g][0] += total;
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 2; k++) c[g][j] = a[g][W - 1 - j] + total;
        }
    }
    for (int g = 0; g < G; g++) {
        int total = 5 * (W * g + W * (W - 1) / 2) + 10 * W;
        for (int j = 0; j < W; j++) {
            int other = W - 1 - j;
            CHECK(c[g][j] == 5 * (g + other) + 10 + total + (other ? 0 : total));
        }
    }
    clear();

    // Under a condition and in a sequential loop.
    #pragma acc parallel loop gang num_workers(64) vector_length(1) copyin(x) copyout(a, c)
    for (int g = 0; g < G; g++) {
        int last[2] = { g, 0 };
        for (int r = 0; r < 3; r++) {
            if (x[g] % 2 == 0) {
                last[1] += last[0];
                #pragma acc loop worker
                for (int j = 0; j < W; j++) {
                    #pragma acc loop vector
                    for (int k = 0; k < 1; k++) a[g][j] = last[1] + j + r;
                }
            } else {
                #pragma acc loop worker
                for (int j = 0; j < W; j++) {
                    #pragma acc loop vector
                    for (int k = 0; k < 1; k++) a[g][j] = j - r;
                }
            }
            #pragma acc loop worker
            for (int j = 0; j < W; j++) {
                #pragma acc loop vector
                for (int k = 0; k < 1; k++) c[g][j] = a[g][W - 1 - j];
            }
        }
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++)
            CHECK(c[g][j] == (x[g] % 2 ? W - 1 - j - 2 : 3 * g + W - 1 - j + 2));
    clear();

    // One worker, several lanes.
    #pragma acc parallel loop gang num_workers(1) vector_length(64) copyin(x) copyout(a, c)
    for (int g = 0; g < G; g++) {
        int t[4] = { x[g], 2, 3 };
        #pragma acc loop worker
        for (int w = 0; w < 2; w++) {
            int own[2] = { t[0], w };
            #pragma acc loop vector
            for (int j = 0; j < W; j++) a[g][j] = own[0] + own[1] + j;
            #pragma acc loop vector
            for (int j = 0; j < W; j++) c[g][j] = a[g][W - 1 - j];
        }
        t[1] += 1;
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == x[g] + 1 + W - 1 - j);
    clear();

    // A routine with worker loops, called where a worker has one lane.
    #pragma acc parallel loop gang num_workers(64) vector_length(1) copyout(a, c)
    for (int g = 0; g < G; g++) {
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 1; k++) a[g][j] = g + j;
        }
        turn(c[g], a[g], W);
        turn(a[g], c[g], W);
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == g + W - 1 - j && a[g][j] == g + j);
    clear();

    // Vector loops in each other, the inner one over tiles of one.
    #pragma acc parallel loop gang vector_length(64) copyout(a, c)
    for (int g = 0; g < G; g++) {
        #pragma acc loop worker vector
        for (int j = 0; j < W; j++) a[g][j] = g * j;
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector tile(1)
            for (int k = 0; k < 1; k++) c[g][j] = a[g][W - 1 - j];
        }
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == g * (W - 1 - j));
    clear();

    // Blocks of one thread.
    #pragma acc parallel loop gang num_workers(1) vector_length(1) copyout(a, c)
    for (int g = 0; g < G; g++) {
        #pragma acc loop worker
        for (int j = 0; j < W; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 1; k++) a[g][j] = g + j;
        }
        #pragma acc loop worker
        for (int j = 0; j < W; j++) c[g][j] = a[g][W - 1 - j];
    }
    for (int g = 0; g < G; g++)
        for (int j = 0; j < W; j++) CHECK(c[g][j] == g + W - 1 - j);
    return CHECKED();
}
