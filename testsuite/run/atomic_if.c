// `if` on atomic (OpenACC 3.4): a condition that holds everywhere, one that never does where iterations don't meet, one that each iteration has for
// itself, constants, and conditions of variables that nothing else in the construct names.
// covers: atomic if
// run: -O2 -Wno-unused-parameter
// expect: device kernels=8
// expect: multicore host_kernels=8
#include "check.h"
#define N 1000

#pragma acc routine seq
static void add(int *x, int by, int shared)
{
#pragma acc atomic update if(shared)
    *x += by;
}

int main(void)
{
    int sum = 0, h[8] = {0}, own[N], seen[N], always = 1, never = 0, top = 0, last = -1;
#pragma acc parallel loop copy(sum)
    for (int i = 0; i < N; i++)
#pragma acc atomic if(always)
        sum += i;
    CHECK(sum == N * (N - 1) / 2);
#pragma acc parallel loop copyout(own)
    for (int i = 0; i < N; i++) {
#pragma acc atomic write if(never)
        own[i] = i;
#pragma acc atomic update if(never > 0)
        own[i] += 3;
    }
    for (int i = 0; i < N; i++)
        CHECK(own[i] == i + 3);
#pragma acc parallel loop copy(h, own)
    for (int i = 0; i < N; i++) {
        int *at = i < 900 ? &h[i % 8] : &own[i];
#pragma acc atomic update if(i < 900)
        *at += 1;
    }
    for (int i = 0; i < 8; i++)
        CHECK(h[i] == 900 / 8 + (i < 900 % 8));
    CHECK(own[899] == 902 && own[900] == 904);
#pragma acc parallel loop copy(top) copyout(seen)
    for (int i = 0; i < N; i++) {
        int t;
#pragma acc atomic capture if(1)
        t = top++;
        seen[i] = t;
    }
    CHECK(top == N);
    int all = 0;
    for (int i = 0; i < N; i++)
        all += seen[i];
    CHECK(all == N * (N - 1) / 2);
#pragma acc parallel loop copy(own)
    for (int i = 0; i < N; i++) {
        int t;
#pragma acc atomic capture if(0)
        { t = own[i]; own[i] = 2 * i; }
#pragma acc atomic read if(!always)
        t = own[i];
        own[i] = t + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(own[i] == 2 * i + 1);
    sum = 0;
#pragma acc kernels copy(sum)
#pragma acc loop independent
    for (int i = 0; i < N; i++) {
#pragma acc atomic update if(always && i % 2 == 0 || always)
        sum++;
    }
    CHECK(sum == N);
#pragma acc parallel loop gang copy(h) num_gangs(8)
    for (int i = 0; i < 8; i++)
#pragma acc loop vector
        for (int j = 0; j < 100; j++)
            add(&h[i], 1, always);
    CHECK(h[7] == 212);
#pragma acc parallel loop num_gangs(1) copy(last)
    for (int i = 0; i < 1; i++) {
        if (i == 0)
#pragma acc atomic write if(never)
            last = i;
        else
#pragma acc atomic write
            last = 7;
    }
    CHECK(last == 0);
    return CHECKED();
}
