/* Leads the calls of a kernel library that was opened with dlopen into the runtime that
 * is linked into the test. (In a program both are linked together and no such thing is needed.) */
typedef unsigned long long u64;
void *accrs_hooks[5];
const void *accrs_ranges[16];
int accrs_nranges;
void *__accrs_sim_enter(void) { return ((void *(*)(void))accrs_hooks[0])(); }
int __accrs_sim_barrier(int k, int p, unsigned t, unsigned l) { return ((int (*)(int, int, unsigned, unsigned))accrs_hooks[1])(k, p, t, l); }
u64 __accrs_sim_warp(int k, unsigned m, u64 v, unsigned s, unsigned t, unsigned l) { return ((u64 (*)(int, unsigned, u64, unsigned, unsigned, unsigned))accrs_hooks[2])(k, m, v, s, t, l); }
void __accrs_sim_access(const void *a, unsigned long n, int s, const void *pc, unsigned t) { ((void (*)(const void *, unsigned long, int, const void *, unsigned))accrs_hooks[3])(a, n, s, pc, t); }
void __accrs_sim_range(const void *a, unsigned long n, int s, const void *pc, unsigned t) { ((void (*)(const void *, unsigned long, int, const void *, unsigned))accrs_hooks[4])(a, n, s, pc, t); }
void *accrs_blocks;
void __accrs_sim_blocks(unsigned t, unsigned l) { ((void (*)(unsigned, unsigned))accrs_blocks)(t, l); }
void *accrs_stop;
void __accrs_sim_stop(const char *w, const char *t, const char *f, unsigned l, unsigned n) { ((void (*)(const char *, const char *, const char *, unsigned, unsigned))accrs_stop)(w, t, f, l, n); __builtin_unreachable(); }
void __accrs_sim_globals(const void *a, const void *b) { if (accrs_nranges < 16) accrs_ranges[accrs_nranges++] = a, accrs_ranges[accrs_nranges++] = b; }
