"""Step 1: the driver, versions, which images load, whether a saxpy is right."""
import concurrent.futures, os, platform

import nvrtc
from bench import HERE, found_tool


def run(bench, results):
    asked = bench.run(["nvidia-smi", "--query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.mem", "--format=csv,noheader"], 20)
    results.add(item="nvidia-smi", said=asked.tail(), how=asked.how())
    images = sorted(os.path.join(HERE, "images", name) for name in os.listdir(os.path.join(HERE, "images")))
    met = bench.run([bench.program("probe"), *images], 60)
    lines = met.lines()
    if not lines or "cuda" not in lines[0]:
        results.add(item="driver", error=met.tail() or met.how())
        results.cut("the driver can't be used")
        return
    bench.meet(lines[0])
    results.all.update(stand_in=bench.stand_in, device=bench.device["name"])
    results.add(**lines[0], processors=os.cpu_count(), system=platform.platform(), built=bench.folder["built"])
    results.add(item="found", nvcc=bench.nvcc, nvcc_says=said(bench, bench.nvcc), nvrtc=bench.nvrtc,
                nvrtcs=[f"{a}.{b} {path}" for (a, b), path in bench.nvrtcs], cublas=bench.cublas,
                ncu=found_tool("ncu"), sanitizer=found_tool("compute-sanitizer"))
    for line in lines[1:] + made_here(bench, results):
        results.add(**dict(line, image=os.path.basename(line["image"])))
    make_by_hand(bench, results)
    if not bench.nvrtc:
        results.lacks("programs without machine code", "no NVRTC was found")
    for program in ["saxpy"] + [p for p in ["saxpy_embedded"] if p in bench.folder["bin"]]:
        # What is in the program must do without NVRTC; but not on the stand-in, which takes no machine code.
        alone = program == "saxpy_embedded" and not bench.stand_in
        env = {"ACCRS_NVRTC": "/nonexistent", "ACCRS_CACHE_DIR": os.path.join(bench.work, "none")} if alone else {}
        ended = bench.run([bench.program(program)], 60, **env)
        if bench.stopped(ended):
            results.cut("the first program was under way")
            return
        results.add(item=program, right=ended.code == 0 and "0 wrong" in ended.out, how=ended.how(), said=ended.tail(), seconds=ended.seconds)


def said(bench, tool):
    return bench.run([tool, "--version"], 20).tail(3) if tool else None


def made_here(bench, results):
    """What the machine's own NVRTC makes: PTX and machine code."""
    made = []
    with open(os.path.join(HERE, "cuda/streams.cu")) as file:
        text = file.read()
    for (major, minor), path in bench.nvrtcs:
        for architecture, what in ((f"compute_{bench.architecture()}", "PTX"), (f"sm_{bench.architecture()}", "CUBIN")):
            name = os.path.join(bench.work, f"here-{major}.{minor}-{architecture}")
            try:
                image = nvrtc.image(path, text, architecture, what)
            except (nvrtc.Refused, OSError) as why:
                # The stand-in's capability is one that NVRTC doesn't know.
                results.add(item="image", image=os.path.basename(name), loads=False, right=False, said=f"not made: {why}"[:300])
                continue
            with open(name, "wb") as file:
                file.write(image)
            made.append(name)
    return bench.run([bench.program("probe"), *made], 60).lines()[1:] if made else []


def make_by_hand(bench, results):
    """The kernels by hand, as images: by nvcc, else by NVRTC."""
    sources = sorted(os.listdir(os.path.join(HERE, "cuda")))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for source, (by, why) in zip(sources, pool.map(lambda source: one_by_hand(bench, source), sources)):
            results.add(item="by hand", source=source, by=by, why=None if by else why)


def one_by_hand(bench, source):
    """Who has compiled it, and else why nobody has."""
    path, to = os.path.join(HERE, "cuda", source), os.path.join(bench.env["HAND"], source[:-len(".cu")] + ".image")
    why = "neither nvcc nor NVRTC"
    if bench.nvcc:
        made = bench.run([bench.nvcc, "-O3", "-std=c++17", "-cubin", f"-arch=sm_{bench.architecture()}", "-o", to, path], 60)
        if made.code == 0:
            return "nvcc", None
        why = " / ".join(made.tail())
    if not bench.nvrtc:
        return None, why
    with open(path) as file:
        text = file.read()
    # The second is for GPUs that this NVRTC doesn't know by their own name, as the stand-in.
    for architecture, what in ((f"sm_{bench.architecture()}", "CUBIN"), ("compute_75", "PTX")):
        try:
            image = nvrtc.image(bench.nvrtc, text, architecture, what)
        except (nvrtc.Refused, OSError) as said_of_it:
            why = str(said_of_it)[:600]
            continue
        with open(to, "wb") as file:
            file.write(image)
        return f"NVRTC, {architecture}", None
    return None, why
