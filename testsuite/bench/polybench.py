#!/usr/bin/env python3
"""The 30 kernels of PolyBench, as testsuite/run/pb has them, on the host's cores: time beside serial gcc's.

    polybench.py [--form=vla|flat|global] [--turns=N] [--other=COMMAND] ACCRS [name...]

Both programs are compiled with -O3 -march=native and run in turns; a row has the least seconds of each, their ratio, and whether the
checksums agree. --other times one more compiler's command ("clang -O3 -mllvm -polly ..."), its ratio beside ours."""
import math, os, re, subprocess, sys, tempfile

SUITE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZES = {
    "2mm": "ni = 800, nj = 900, nk = 1100, nl = 1200", "3mm": "ni = 800, nj = 900, nk = 1000, nl = 1100, nm = 1200",
    "adi": "steps = 20, n = 1000", "atax": "m = 3800, n = 4200", "bicg": "n = 4200, m = 3800", "cholesky": "n = 1500",
    "correlation": "n = 1400, m = 1200", "covariance": "n = 1400, m = 1200", "deriche": "w = 4096, h = 2160",
    "doitgen": "nr = 150, nq = 140, np = 160", "durbin": "n = 8000", "fdtd_2d": "steps = 50, nx = 1500, ny = 1500",
    "floyd_warshall": "n = 1000", "gemm": "ni = 1000, nj = 1100, nk = 1200", "gemver": "n = 4000", "gesummv": "n = 4000",
    "gramschmidt": "m = 1000, n = 1000", "heat_3d": "steps = 20, n = 200", "jacobi_1d": "steps = 200, n = 4000000",
    "jacobi_2d": "steps = 50, n = 2000", "lu": "n = 1200", "ludcmp": "n = 1200", "mvt": "n = 4000", "nussinov": "n = 1500",
    "seidel_2d": "steps = 20, n = 2000", "symm": "m = 1000, n = 1200", "syr2k": "n = 1200, m = 1000", "syrk": "n = 1200, m = 1000",
    "trisolv": "n = 8000", "trmm": "m = 1000, n = 1200",
}
FLAGS = ["-O3", "-march=native", "-w"]


def program(folder, name, sizes=None):
    """The timed form of a program of the test suite, with sizes of its own (or those of SIZES)."""
    with open(f"{SUITE}/run/pb_{name}.c") as file:
        text = file.read()
    text = re.sub(r"(?m)^enum \{.*\};", f"enum {{ {sizes or SIZES[name]} }};", text).replace('"pb.h"', '"polybench.h"')
    path = f"{folder}/{name}.c"
    with open(path, "w") as file:
        file.write(text)
    return path


def given(words):
    """The options of a command line, `--key=value`, and its other words."""
    return dict(w[2:].split("=", 1) for w in words if w.startswith("--")), [w for w in words if not w.startswith("--")]


def compare(options, accrs, names, source, flags=()):
    """Times the programs called `names`, whose text `source(folder, name)` finds or makes; returns the ratios of each compiler by their names."""
    compilers = {"serial": ["gcc"], "accrs": [accrs, "--acc-target=multicore"]}
    if "other" in options:
        compilers["other"] = options["other"].split()
    ratios = {key: {} for key in list(compilers)[1:]}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            best, sums = {}, {}
            for key, command in compilers.items():
                paths = [f"-I{SUITE}/bench", f"-I{SUITE}/run", source(folder, name), "-o", f"{folder}/{key}", "-lm"]
                subprocess.run([*command, *FLAGS, "-DROUNDS=1", *flags, *paths], check=True)
            for _ in range(int(options.get("turns", 3))):
                for key in compilers:
                    seconds, sums[key] = subprocess.run([f"{folder}/{key}"], check=True, capture_output=True, text=True).stdout.split()
                    best[key] = min(float(seconds), best.get(key, math.inf))
            row = [f"{name:20} {best['serial']:8.3f} s"]
            for key, found in ratios.items():
                found[name] = best[key] / best["serial"]
                off = abs(float(sums[key]) - float(sums["serial"])) > 1e-6 * abs(float(sums["serial"]))
                row.append(f"{best[key]:8.3f} s {found[name]:6.3f}{' WRONG' if off else ''}")
            print("  ".join(row), flush=True)
    for key, found in ratios.items():
        print(f"geometric mean, {key}: {math.exp(sum(map(math.log, found.values())) / len(found)):.3f}; load {os.getloadavg()[0]:.1f}")
    return ratios


def main():
    options, (accrs, *names) = given(sys.argv[1:])
    form = {"vla": [], "flat": ["-DFLAT"], "global": ["-DGLOBALS"]}[options.get("form", "vla")]
    compare(options, accrs, names or SIZES, program, form)


if __name__ == "__main__":
    main()
