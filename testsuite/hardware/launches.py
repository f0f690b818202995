"""Step 4: what launches, copies and starts take."""
import os, shutil

from kernels import lines_of


def run(bench, results):
    lines_of(bench, results, "launch", [3 if bench.small else 2000])
    lines_of(bench, results, "copies", [4096 if bench.small else 1 << 26])
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
