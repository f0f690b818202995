# A five-point stencil from one array into another, in steps: the data stays on the device while the loop over steps runs.
# python3 stencil.py
import numpy as np

from accrs import f64, jit, prange


@jit
def smooth(a: f64[:, :], b: f64[:, :], steps: int):
    n, m = a.shape
    for step in range(steps):
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                b[i, j] = 0.5 * a[i, j] + 0.125 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                a[i, j] = b[i, j]


def plain(a, steps):
    for _ in range(steps):
        a[1:-1, 1:-1] = 0.5 * a[1:-1, 1:-1] + 0.125 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])


def main(n=130, m=170, steps=20):
    a = np.random.default_rng(1).random((n, m))
    wanted = a.copy()
    smooth(a, np.zeros_like(a), steps)
    plain(wanted, steps)
    assert np.array_equal(a, wanted)
    print(f"{n} x {m}, {steps} steps: as numpy's, bit by bit")


if __name__ == "__main__":
    main()
