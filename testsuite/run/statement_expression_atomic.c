// Atomic statements inside statement expressions, in a construct and in a function that it calls.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 20000

static int tickets, drawn[N];

static int draw(int *counter)
{
    return ({
        int mine;
        #pragma acc atomic capture
        mine = (*counter)++;
        mine;
    });
}

int main(void)
{
    int counter = 0, got[N];
    #pragma acc parallel loop copy(counter) copyout(got)
    for (int i = 0; i < N; i++)
        got[i] = ({
            int mine;
            #pragma acc atomic capture
            mine = counter++;
            mine;
        });
    #pragma acc parallel loop copy(tickets) copy(drawn)
    for (int i = 0; i < N; i++)
        drawn[draw(&tickets)] += 1;
    long sum = 0;
    for (int i = 0; i < N; i++) {
        sum += got[i];
        CHECK(drawn[i] == 1);
    }
    CHECK(counter == N && tickets == N && sum == (long)N * (N - 1) / 2);
    return CHECKED();
}
