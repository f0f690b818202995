// run: -Werror
// error: ACC0213 line 14: the subscripts of this construct take too long to look at
/* Subscripts of many cases: whether any two of the stores meet is a question that takes long, and there are hundreds of them. What isn't known after some
 * seconds is left sequential, and said. */
enum { n = 200 };
double q[4 * n][4 * n], b[n][n], c[n][n];

#define AT(K) q[i / 2 * 2 + i % 2][j / 4 * 4 + (j + K) % 4 / 4 + j % 4]
#define ONE(K) AT(K) += b[i][k] * c[k][j % 3 + K];
#define SIX(K) ONE(K) ONE(K + 1) ONE(K + 2) ONE(K + 3) ONE(K + 4) ONE(K + 5)

void f(int m)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++) {
                SIX(0) SIX(6) SIX(12) SIX(18)
            }
}
