/* laplacian_cuda.c: the host side of laplacian_cuda.cu. */
#include "laplacian.h"
#include "by_hand.h"

static double laplacian(grid_t u, grid_t lap, double h, int sweeps)
{
    void *kernel = by_hand_kernel(by_hand_load("laplacian_cuda.cu"), "laplacian");
    int n = N;
    device_ptr du = by_hand_up(u, sizeof(grid_t)), dlap = by_hand_up(lap, sizeof(grid_t));
    void *args[] = {&n, &du, &dlap, &h};
    double start = 0;
    for (int s = 0; s < sweeps; s++) {
        if (s == 1) {
            by_hand_wait();
            start = now_ms();
        }
        by_hand_launch(kernel, UP_DIV(n - 2, 32), UP_DIV(n - 2, 8), n - 2, 32, 8, args);
    }
    by_hand_wait();
    double time = now_ms() - start;
    by_hand_down(lap, dlap, sizeof(grid_t));
    by_hand_down(NULL, du, sizeof(grid_t));
    return time;
}
