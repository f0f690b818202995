#ifndef ACCRS_ELSEWHERE
// Routines that other files call, or define. On sim each file has its own threadIdx: a call tells which
// thread makes it, and has its own back afterwards.
#ifdef ACCRS_SIM
#define ACCRS_ELSEWHERE extern "C" __device__ __attribute__((visibility("default")))
#define ACCRS_ENTER(from) __accrs_sim_arrive(from)
typedef __accrs_sim_here accrs_here;
#else
#define ACCRS_ELSEWHERE extern "C" __device__
#define ACCRS_ENTER(from) (void)(from)
struct accrs_here {
};
#endif
#endif
