"""Step 6: NVIDIA's tools on some of the programs; several processes on the GPU; cuBLAS beside accrs's kernels; too little memory."""
import concurrent.futures, csv, io, json, os, re, tarfile

from bench import HERE, command, found_tool

# Elements of an array that are more than the caches hold, and for the stand-in.
LARGE, LITTLE = 1 << 24, 4096
# For Nsight Compute: programs, and their kernels as they are called without their lines.
PROFILED = [("streams", ["copy", "triad", "dot"]), ("grids", ["stencil_of", "space_of", "transposition_of"]),
            ("mixed", ["product", "histogram"])]
METRICS = {
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio": "sectors_per_load",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio": "sectors_per_store",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "dram_percent",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps_active_percent",
    "launch__registers_per_thread": "registers",
    "gpu__time_duration.sum": "time",
}
# For compute-sanitizer: of testsuite/run, each with something of its own: barriers, shared memory, atomic operations, queues, tiles.
WATCHED = ["app_lbm", "async_wait", "atomic_bins", "cache_shared", "data_clauses", "reduction_one_gang", "routine_vector", "sums_ahead", "tiles_device", "wavefronts"]


def run(bench, results):
    for part in (several, memory, beside_cublas, profile, watch):
        if results.all["state"] == "begun":
            part(bench, results)


def several(bench, results):
    """Two processes at once: both right?"""
    words = [bench.program("streams"), "4096" if bench.small else str(1 << 25)]
    alone = bench.run(words, 30)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: bench.run(words, 60), range(2)))
    if any(map(bench.stopped, (alone, *both))):
        results.cut("two processes were under way")
        return
    results.add(item="two processes", right=all(e.code == 0 for e in both), alone_s=round(alone.seconds, 3),
                both_s=[round(e.seconds, 3) for e in both], tail=[] if all(e.code == 0 for e in both) else both[0].tail() + both[1].tail())


def memory(bench, results):
    """A construct that doesn't fit runs on the cores, and ends the program where it may not."""
    # The stand-in's memory is the host's.
    piece, env = ("4", {"ACCRS_GPU_MEMORY": "64"}) if bench.small else ("1024", {})
    stats = os.path.join(bench.work, "memory.stats")
    ended = bench.run([bench.program("memory"), piece], 60, ACCRS_STATS=stats, **env)
    if bench.stopped(ended):
        results.cut("memory was being taken")
        return
    try:
        with open(stats) as file:
            counts = json.load(file)
    except (OSError, ValueError):
        counts = {}
    right = ended.code == 0 and counts.get("to_cores") == 1 and counts.get("kernels") == 2
    taken = next((line["bytes"] for line in ended.lines()), 0)
    results.add(item="too little memory", right=right, taken=taken, to_cores=counts.get("to_cores"), tail=ended.tail())
    ended = bench.run([bench.program("memory"), piece, "end"], 60, **env)
    if bench.stopped(ended):
        results.cut("memory was being taken")
        return
    results.add(item="too little memory for data", right=ended.code not in (0, None) and ended.code > 0 and "memory" in ended.err, how=ended.how(), tail=ended.tail())


def beside_cublas(bench, results):
    if not bench.cublas:
        results.lacks("cuBLAS in the process", "no library was found")
        return
    ended = bench.run([bench.program("products"), "50" if bench.small else "1000"], 60)
    if bench.stopped(ended):
        results.cut("cuBLAS was under way")
        return
    lines = {line["by"]: line["right"] for line in ended.lines() if "by" in line}
    results.add(item="cuBLAS in the process", right=lines == {"accrs": True, "cublas": True}, tail=ended.tail())


def profile(bench, results):
    ncu = found_tool("ncu")
    if not ncu:
        results.lacks("Nsight Compute", "no ncu was found")
        return
    for program, kernels in PROFILED:
        if bench.left() < 2:
            results.cut("not all kernels were profiled")
            return
        log = os.path.join(bench.work, "ncu.csv")
        names = f"regex:^{program}_({'|'.join(kernels)})_"
        # The first launch of each, or where that isn't understood, some launches. The GPU's clocks are left as they are.
        for which in (["--kernel-id", f"::{names}:1"], ["--kernel-name", names, "--launch-count", "12"]):
            words = [ncu, "--csv", "--page", "raw", "--clock-control", "none", "--metrics", ",".join(METRICS), *which, "--log-file", log]
            ended = bench.run([*words, bench.program(program), str(LITTLE if bench.small else LARGE)], 60, BATCH_MS="0", ROUNDS="1")
            found = rows(log)
            if found or bench.stopped(ended):
                break
        for row in found:
            results.add(item="profile", kernel=row.get("Kernel Name", "?"), blocks=row.get("Grid Size"), threads=row.get("Block Size"),
                        **{short: number(row[long]) for long, short in METRICS.items() if long in row}, unit=row.get("time unit"))
        if bench.stopped(ended):
            results.cut("Nsight Compute was under way")
            return
        if not found:
            results.add(item="profile", program=program, failed=ended.how(), tail=ended.tail(8) + head(log))


def rows(log):
    """The kernels of ncu's raw page: a row of names, one of units, one for each kernel."""
    try:
        with open(log) as file:
            text = "".join(line for line in file if line.startswith('"'))
    except OSError:
        return []
    lines = list(csv.reader(io.StringIO(text)))
    if len(lines) < 3:
        return []
    units = dict(zip(lines[0], lines[1]))
    return [dict(zip(lines[0], line), **{"time unit": units.get("gpu__time_duration.sum")}) for line in lines[2:]]


def head(path):
    try:
        with open(path) as file:
            return [line.rstrip()[:300] for line in file][:8]
    except OSError:
        return []


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def watch(bench, results):
    """compute-sanitizer on programs that have passed, several at once: nothing is timed any more."""
    sanitizer = found_tool("compute-sanitizer")
    if not sanitizer:
        results.lacks("compute-sanitizer", "it was not found")
        return
    with open(os.path.join(HERE, "programs.json")) as file:
        specs = {spec["name"]: spec for spec in json.load(file)}
    with tarfile.open(os.path.join(HERE, "programs.tar.gz")) as archive:
        for name in WATCHED:
            if name in specs:
                archive.extract(name, bench.work, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    jobs = [(tool, name) for tool in ("memcheck", "racecheck", "synccheck") for name in WATCHED if name in specs]

    def one(job):
        tool, name = job
        if bench.left() < 1:
            return None
        env = dict(bench.env, **specs[name]["env"])
        words = [sanitizer, "--tool", tool, "--error-exitcode", "9", os.path.join(bench.work, name)]
        return command(words, min(40, bench.left()), env, bench.work)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for (tool, name), ended in zip(jobs, pool.map(one, jobs)):
            if ended is None or bench.stopped(ended):
                results.cut("not all programs were watched")
                continue
            said = re.findall(r"(?:ERROR|RACECHECK) SUMMARY: .*", ended.out + ended.err)
            clean = ended.code == 0 and any(re.search(r": 0 (errors|hazards)", line) for line in said)
            results.add(item="sanitizer", tool=tool, program=name, right=clean, said=said, how=ended.how(), tail=[] if clean else ended.tail(10))
