# Repulsion integrals (ss|ss) between shells of Gaussian functions, as Parboil's RPES has them: triangular loops over pairs of shells, and the primitive
# functions of a shell found through tables in memory.
# python3 repulsion.py
import math

import numpy as np

from accrs import f64, i64, jit, prange


@jit
def boys(t: f64) -> f64:
    """The Boys function of order zero, the integral of exp(-t x x) for x from 0 to 1: the weight of Rys's polynomial with one root."""
    if t < 1e-12:
        return f64(1.0)
    return 0.5 * np.sqrt(math.pi / t) * math.erf(np.sqrt(t))


@jit
def repulsion(first: i64[:], exponent: f64[:], factor: f64[:], place: f64[:, :], result: f64[:, :]):
    """(ii|jj) for each pair of shells, the lower triangle of `result`. Shell i has the primitive functions first[i] ... first[i + 1] - 1."""
    for i in prange(result.shape[0]):
        for j in range(i + 1):
            dx = place[i, 0] - place[j, 0]
            dy = place[i, 1] - place[j, 1]
            dz = place[i, 2] - place[j, 2]
            distance = dx * dx + dy * dy + dz * dz
            s = 0.0
            for a in range(first[i], first[i + 1]):
                for b in range(first[i], first[i + 1]):
                    p = exponent[a] + exponent[b]
                    for c in range(first[j], first[j + 1]):
                        for d in range(first[j], first[j + 1]):
                            q = exponent[c] + exponent[d]
                            weight = factor[a] * factor[b] * factor[c] * factor[d] / (p * q * np.sqrt(p + q))
                            s += weight * boys(p * q / (p + q) * distance)
            result[i, j] = 2 * math.pi**2.5 * s


def plain(first, exponent, factor, place):
    """The same by numpy, a pair of shells at a time."""
    count = len(first) - 1
    result = np.zeros((count, count))
    erf = np.vectorize(math.erf)
    for i in range(count):
        for j in range(i + 1):
            bra, ket = exponent[first[i] : first[i + 1]], exponent[first[j] : first[j + 1]]
            u, v = factor[first[i] : first[i + 1]], factor[first[j] : first[j + 1]]
            p, q = np.add.outer(bra, bra)[:, :, None, None], np.add.outer(ket, ket)[None, None]
            weight = np.multiply.outer(np.outer(u, u), np.outer(v, v)) / (p * q * np.sqrt(p + q))
            t = np.maximum(p * q / (p + q) * ((place[i] - place[j]) ** 2).sum(), 1e-300)
            result[i, j] = 2 * math.pi**2.5 * (weight * np.where(t < 1e-12, 1.0, 0.5 * np.sqrt(math.pi / t) * erf(np.sqrt(t)))).sum()
    return result


def main(count=24):
    generator = np.random.default_rng(1)
    first = np.concatenate([[0], np.cumsum(generator.integers(1, 5, count))])
    exponent, factor = generator.uniform(0.2, 3, first[-1]), generator.uniform(0.1, 1, first[-1])
    place = generator.uniform(-4, 4, (count, 3))
    result = np.zeros((count, count))
    repulsion(first, exponent, factor, place, result)
    wanted = plain(first, exponent, factor, place)
    assert np.allclose(result, wanted, rtol=1e-12, atol=0), abs(result / wanted - 1).max()
    print(f"{count} shells, {first[-1]} functions: as numpy's, within 1e-12")


if __name__ == "__main__":
    main()
