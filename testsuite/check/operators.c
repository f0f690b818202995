// Reductions of each operator, of levels, arrays and structs; atomics of each kind.
#define N 60

struct both {
    int n;
    double x;
};
static int v[N];
static unsigned bits[N];
static int bins[4], tail, list[N], next[N];

int main(void)
{
    int sum = 0, times = 1, all = 1, any = 0, and = -1, or = 0, xor = 0, least = 100, most = -100, got = 0, part[3] = {0, 0, 0};
    struct both s = {0, 0};
    float f = 0;
    for (int i = 0; i < N; i++) {
        v[i] = i % 7;
        bits[i] = i * 2654435761u;
    }
#pragma acc data copyin(v, bits) copy(bins, tail, list, next)
    {
#pragma acc parallel loop copy(sum)
        for (int i = 0; i < N; i++)
            sum -= v[i]; // check: race on sum: i = 1 and i = 0 both update it | missing: reduction(
#pragma acc parallel loop copy(times)
        for (int i = 0; i < N; i++)
            times = times * (v[i] | 1); // check: race on times | missing: reduction(*:times)
#pragma acc parallel loop copy(and)
        for (int i = 0; i < N; i++)
            and = and & v[i]; // check: race on and | missing: reduction(&:and)
#pragma acc parallel loop copy(or)
        for (int i = 0; i < N; i++)
            or = v[i] | or; // check: race on or | missing: reduction(|:or)
#pragma acc parallel loop copy(xor)
        for (int i = 0; i < N; i++)
            xor = xor ^ v[i]; // check: race on xor | missing: reduction(^:xor)
#pragma acc parallel loop copy(all)
        for (int i = 0; i < N; i++)
            all = all && v[i] < 9; // check: race on all | missing: reduction(&&:all)
#pragma acc parallel loop copy(any)
        for (int i = 0; i < N; i++)
            any = any || v[i] > 9; // check: race on any | missing: reduction(||:any)
#pragma acc parallel loop copy(least)
        for (int i = 0; i < N; i++)
            if (v[i] < least) // check: race on least | missing: reduction(min:least)
                least = v[i];
#pragma acc parallel loop copy(most)
        for (int i = 0; i < N; i++)
            most = most > v[i] ? most : v[i]; // check: race on most | missing: reduction(max:most)
#pragma acc parallel loop copy(part)
        for (int i = 0; i < N; i++)
            part[i % 3] += v[i]; // check: race on part[0]: i = 3 and i = 0 both update it
#pragma acc parallel loop copy(s)
        for (int i = 0; i < N; i++) {
            s.n++;       // check: race on s.n: i = 1 and i = 0 both update it
            s.x += v[i]; // check: race on s.x: i = 1 and i = 0 both update it
        }
        // The clause names another one.
#pragma acc parallel loop reduction(+:sum) copy(f)
        for (int i = 0; i < N; i++) {
            sum += v[i];
            f += v[i]; // check: race on f: i = 1 and i = 0 both update it | missing: reduction(+:f)
        }
        // Each of them with its clause: right.
#pragma acc parallel loop reduction(+:sum, f) reduction(*:times) reduction(&:and) reduction(|:or) reduction(^:xor) reduction(min:least) reduction(max:most)
        for (int i = 0; i < N; i++) {
            sum += v[i];
            f += v[i];
            times *= v[i] | 1;
            and &= v[i];
            or |= v[i];
            xor ^= v[i];
            if (v[i] < least)
                least = v[i];
            most = most > v[i] ? most : v[i];
        }
        // atomic update
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            bins[bits[i] & 3] += 1; // check: race on bins[ | both update it | missing: #pragma acc atomic update
        // atomic capture
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            if (v[i] == 3)
                list[tail++] = i; // check: race on tail: i = 10 and i = 3 both update it | missing: #pragma acc atomic capture
        // atomic write
#pragma acc parallel loop copy(got)
        for (int i = 0; i < N; i++)
            if (v[i] == 5)
                got = i; // check: race on got: i = 12 and i = 5 both write it | atomic write
        // atomic read
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            next[i] = bins[0]; // check: race on bins[0]: i = 1 reads what i = 0 updates | missing: #pragma acc atomic read
#pragma acc atomic update
            bins[0]++;
        }
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            int k;
#pragma acc atomic capture
            k = tail++;
            if (k < N)
                list[k] = v[i];
#pragma acc atomic read
            k = tail;
            next[i] = k > 0;
        }
    }
    return 0;
}
