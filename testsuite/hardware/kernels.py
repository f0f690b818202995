"""Step 3: kernels alone on the GPU, beside the driver's own copy, CUDA by hand, and cuBLAS; and blocks of several sizes."""

# Elements of an array: 1 GiB of doubles; bodies; sides of matrices. Small: for the stand-in.
LARGE, LITTLE = 1 << 27, 4096
BODIES, FEW = 1 << 16, 256
SIDES, NARROW = [1024, 2048, 4096, 8192], [33]


def run(bench, results):
    size, bodies, sides = (LITTLE, FEW, NARROW) if bench.small else (LARGE, BODIES, SIDES)
    lines_of(bench, results, "streams", [size])
    lines_of(bench, results, "grids", [size])
    lines_of(bench, results, "rows", [size])
    lines_of(bench, results, "mixed", [size, bodies])
    lines_of(bench, results, "mixed_fast", [0, bodies], by="accrs, fast math", leave="cuda")
    lines_of(bench, results, "products", sides, seconds=120)
    lines_of(bench, results, "products_without_fma", sides, by="accrs without fma", leave="cublas", seconds=120)
    lines_of(bench, results, "products_without_tensor_cores", sides, by="accrs without tensor cores", leave="cublas", seconds=120)
    lines_of(bench, results, "blocks", [size])


def lines_of(bench, results, program, arguments, by=None, leave=None, seconds=60):
    """The lines of JSON that a program prints, as items. `by` renames accrs, and what is by `leave` is left out."""
    if bench.left() < 1:
        results.cut(f"no time was left for {program}")
        return
    env = {} if leave is None else {"CUBLAS": ""}
    ended = bench.run([bench.program(program), *map(str, arguments)], seconds, **env)
    for line in ended.lines():
        if by and line.get("by") == "accrs":
            line["by"] = by
        if not leave or "lacks" not in line and line.get("by") != leave:
            results.add(program=program, **line)
    if ended.code != 0:
        if bench.stopped(ended):
            results.cut(f"{program} was under way")
        else:
            results.add(item=program, program=program, failed=ended.how(), tail=ended.tail(), right=False)
