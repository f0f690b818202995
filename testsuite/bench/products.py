#!/usr/bin/env python3
"""Matrix products in plain loops on the host's cores, beside a BLAS's cblas_sgemm and cblas_dgemm.

    products.py [--turns=N] [--threads=N] [--clock=wall|cpu] [--sizes=777,1000,2000] ACCRS LIBRARY

LIBRARY is a BLAS's shared library, such as that of the package scipy-openblas64. Each product is a process of its own, so that one library's threads don't
wait where the other's work; all take turns, and the least seconds count. A row has the BLAS's GFLOP/s, and for each form of the loops how much of that it
reaches. On a busy machine only --threads=1 --clock=cpu says something. What the BLAS chooses for the processor can be changed by its own variables (OPENBLAS_CORETYPE)."""
import math, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FORMS = ["ijk", "ikj", "kij", "scaled", "flat"]


def main():
    words = sys.argv[1:]
    options = dict(w[2:].split("=", 1) for w in words if w.startswith("--"))
    accrs, library = [w for w in words if not w.startswith("--")]
    threads, clock = options.get("threads", "2"), options.get("clock", "wall")
    environment = dict(os.environ, OMP_NUM_THREADS=threads, OPENBLAS_NUM_THREADS=threads)
    print(f"{'':6} {'n':>5} {'BLAS':>14}  " + "  ".join(f"{form:>7}" for form in FORMS))
    with tempfile.TemporaryDirectory() as folder:
        for element in ["float", "double"]:
            program = f"{folder}/{element}"
            command = [accrs, "--acc-target=multicore", "-O3", "-march=native", f"-DT={element}"]
            subprocess.run([*command, f"{HERE}/products.c", "-o", program, "-ldl", "-lm"], check=True)
            for n in map(int, options.get("sizes", "777,1000,2000").split(",")):
                best, sums = {}, {}
                for _ in range(int(options.get("turns", 7))):
                    for how in ["blas", *FORMS]:
                        run = [program, clock, how, str(n), *([library] if how == "blas" else [])]
                        done = subprocess.run(run, check=True, capture_output=True, text=True, env=environment)
                        seconds, sums[how] = map(float, done.stdout.split())
                        best[how] = min(seconds, best.get(how, math.inf))
                row = []
                for how in FORMS:
                    off = abs(sums[how] - sums["blas"]) > 1e-4 * abs(sums["blas"])
                    row.append(f"{100 * best['blas'] / best[how]:6.0f}%{' WRONG' if off else ''}")
                print(f"{element:6} {n:5} {2e-9 * n**3 / best['blas']:7.0f} GFLOP/s  " + "  ".join(row), flush=True)


main()
