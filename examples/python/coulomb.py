# The Coulomb potential of many point charges at each point of a plane (Parboil's CP): each point goes through all charges.
# python3 coulomb.py
import numpy as np

from accrs import f32, jit, prange


@jit
def potential(atoms: f32[:, :], spacing: f32, grid: f32[:, :]):
    """atoms: a row each, x, y, the square of the distance to the plane, charge."""
    for j in prange(grid.shape[0]):
        for i in prange(grid.shape[1]):
            x = spacing * i
            y = spacing * j
            energy = f32(0)
            for n in range(atoms.shape[0]):
                dx = x - atoms[n, 0]
                dy = y - atoms[n, 1]
                energy += atoms[n, 3] / np.sqrt(dx * dx + dy * dy + atoms[n, 2])
            grid[j, i] = energy


def plain(atoms, spacing, shape):
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32) * spacing
    energy = np.zeros(shape, np.float32)
    for ax, ay, z2, charge in atoms:
        energy += charge / np.sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay) + z2)
    return energy


def main(height=96, width=128, count=200):
    spacing = np.float32(0.1)
    generator = np.random.default_rng(1)
    atoms = (generator.random((count, 4)) * [width * spacing, height * spacing, 1, 2] + [0, 0, 0.01, -1]).astype(np.float32)
    grid = np.zeros((height, width), np.float32)
    potential(atoms, spacing, grid)
    # Both sum up in the same order, in single precision.
    assert np.array_equal(grid, plain(atoms, spacing, grid.shape))
    print(f"{height} x {width} points, {count} charges: as numpy's, bit by bit")


if __name__ == "__main__":
    main()
