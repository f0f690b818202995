# A matrix product in three plain loops, in single and in double precision.
# python3 matmul.py
import numpy as np

from accrs import f32, f64, jit, prange


@jit
def matmul32(a: f32[:, :], b: f32[:, :], c: f32[:, :]):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = f32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@jit
def matmul64(a: f64[:, :], b: f64[:, :], c: f64[:, :]):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def main(n=200, m=160, q=240):
    for matmul, dtype, tolerance in ((matmul32, np.float32, 1e-4), (matmul64, np.float64, 1e-12)):
        generator = np.random.default_rng(1)
        a, b = generator.random((n, m)).astype(dtype), generator.random((m, q)).astype(dtype)
        c = np.empty((n, q), dtype)
        matmul(a, b, c)
        difference = abs(c - a @ b).max() / abs(c).max()
        assert difference < tolerance, difference
        print(f"{n} x {m} x {q}, {np.dtype(dtype)}: as numpy's")


if __name__ == "__main__":
    main()
