// Bit-fields, unions, elements of vectors, complex numbers, pointers in structs, bytes of words.
#include <complex.h>
#include <string.h>
#define N 32

struct flags {
    unsigned low : 3, high : 5;
    int count;
};
union word {
    unsigned all;
    unsigned char byte[4];
};
struct list {
    int n;
    double *at;
};
typedef float four __attribute__((vector_size(16)));

static struct flags state[N], one;
static union word words[N], shared;
static four lanes[N], sum4;
static double _Complex z[N];
static double store[N];
static char bytes[4 * N];

int main(void)
{
    int i;
    double _Complex total = 0;
    struct list l = {N, store};
    memset(bytes, 1, sizeof bytes);
#pragma acc data copy(state, one, words, shared, lanes, sum4, z, bytes)
    {
        // Bit-fields that lie side by side are one place in memory.
#pragma acc parallel loop
        for (i = 0; i < N; i++) {
            if (i % 2)
                one.low = i & 7; // check: race on one.low: i = 1 and i = 0 both write it | one.high = i & 31
            else
                one.high = i & 31;
        }
#pragma acc parallel loop
        for (i = 1; i < N; i++)
            state[i].low = state[i - 1].low + 1; // check: race on state[1].low: i = 2 reads what i = 1 writes | missing: seq
        // A member beside them is another one.
#pragma acc parallel loop
        for (i = 1; i < N; i++)
            state[i].low = state[i - 1].count & 7;
        // The number's bytes are the number.
#pragma acc parallel loop
        for (i = 0; i < N; i++) {
            if (i == 0)
                shared.all = 77;
            else if (i < 4)
                shared.byte[i] = i; // check: race on shared.byte[1]: i = 1 and i = 0 both write it
        }
#pragma acc parallel loop
        for (i = 0; i < N; i++)
            words[i].byte[i % 4] = words[i].byte[0] + 1;
        // Bytes of what is otherwise accessed as words.
#pragma acc parallel loop
        for (i = 0; i < N; i++) {
            char *p = (char *)&words[(i + 1) % N];
            words[i].all = i; // check: race on words[1].all: i = 1 and i = 0 both write it | p[1] = 5
            p[1] = 5;
        }
        // Neighbouring bytes are different ones.
#pragma acc parallel loop
        for (i = 0; i < 4 * N; i++)
            bytes[i] = (char)i;
#pragma acc parallel loop
        for (i = 1; i < 4 * N; i++)
            bytes[i] = bytes[i - 1]; // check: race on bytes[1]: i = 2 reads what i = 1 writes
        // Vectors, as wholes and by element.
#pragma acc parallel loop
        for (i = 0; i < N; i++)
            sum4 += lanes[i]; // check: race on sum4: i = 1 and i = 0 both update it
#pragma acc parallel loop
        for (i = 1; i < N; i++)
            lanes[i][0] = lanes[i - 1][0]; // check: race on lanes[1][0]: i = 2 reads what i = 1 writes
#pragma acc parallel loop
        for (i = 1; i < N; i++)
            lanes[i][0] = lanes[i - 1][1];
#pragma acc parallel loop copy(total)
        for (i = 0; i < N; i++)
            total += z[i]; // check: race on total: i = 1 and i = 0 both update it | missing: reduction(+:total)
#pragma acc parallel loop copy(total)
        for (i = 0; i < N; i++)
            total *= z[i]; // check: race on total | missing: reduction(*:total)
        // Ranges that the library moves.
#pragma acc parallel loop
        for (i = 0; i < N - 4; i++)
            memcpy(&bytes[4 * i], &bytes[4 * i + 16], 4); // check: race on what &bytes[4*i] points to: i = 4 writes what i = 0 reads
#pragma acc parallel loop
        for (i = 0; i < N; i++)
            memset(bytes, i, 8); // check: race on what bytes points to: i = 1 and i = 0 both write it
    }
    // A pointer in a struct.
#pragma acc data copyin(l) copy(l.at[0:N])
    {
#pragma acc parallel loop present(l)
        for (i = 1; i < N; i++)
            l.at[i] += l.at[i - 1]; // check: race on l.at[1]: i = 2 reads what i = 1 updates
#pragma acc parallel loop present(l)
        for (i = 0; i < N; i++)
            l.n = i; // check: race on l.n: i = 1 and i = 0 both write it
    }
    return 0;
}
