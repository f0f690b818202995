"""Step 4: what launches, copies and starts take."""
import os, shutil

from kernels import lines_of

# Launches of a batch, and doubles that are copied; and for the stand-in.
LAUNCHES, FEW = 2000, 3
COPIED, LITTLE = 1 << 26, 4096


def run(bench, results):
    lines_of(bench, results, "launch", [FEW if bench.small else LAUNCHES])
    lines_of(bench, results, "copies", [LITTLE if bench.small else COPIED])
    starts(bench, results)


def starts(bench, results):
    """A small program, from its start to its end: with kernels compiled now, kept, and on the cores; and a program that only opens the device."""
    cache = os.path.join(bench.work, "start")
    for turn in range(1 if bench.small else 3):
        shutil.rmtree(cache, ignore_errors=True)
        cases = [("only the driver", "probe", {}), ("kernels compiled now", "saxpy", {"ACCRS_CACHE_DIR": cache}),
                 ("kernels kept", "saxpy", {"ACCRS_CACHE_DIR": cache}), ("on the cores", "saxpy", {"ACC_DEVICE_TYPE": "multicore"})]
        if "saxpy_embedded" in bench.folder["bin"]:
            cases.insert(3, ("kernels in the program", "saxpy_embedded", {}))
        for name, program, env in cases:
            ended = bench.run([bench.program(program)], 30, **env)
            if bench.stopped(ended):
                results.cut("not all starts were timed")
                return
            results.add(item="start, " + name, turn=turn, right=ended.code == 0, start_ms=round(1e3 * ended.seconds, 3), tail=[] if ended.code == 0 else ended.tail())
