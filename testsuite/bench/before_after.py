#!/usr/bin/env python3
"""A table of docs/PERFORMANCE.md: what programs ask of a GPU, compiled by two builds of accrs.

    before_after.py OLD NEW [word...]    two folders with accrs (target/release); only rows whose names have one of the words
    before_after.py --all OLD NEW ...    all PolyBench programs and forms, and each kernel, on stderr

NEW's accrs-prof runs both programs, and one NVRTC (ACCRS_NVRTC) makes machine code of both CUDA texts. A row sums up the
kernels that its pattern fits; registers, threads at once and threads are those of the one whose warps issue the most."""
import ctypes, glob, json, os, re, subprocess, sys, tempfile

SUITE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NVRTC = os.environ.get("ACCRS_NVRTC") or next(iter(glob.glob(SUITE + "/../.accrs/py/nvidia/*/lib/libnvrtc.so*")), "libnvrtc.so")
# Of a multiprocessor of compute capability 9.0.
THREADS, BLOCKS, SHARED, REGISTERS = 2048, 32, 233472, 65536
# A row: its name, a program, what is changed in its text, flags, arguments, which kernels.
CG = {"STEPS = 400": "STEPS = 10", "ROUNDS = 9": "ROUNDS = 1", "REGIONS = 20000": "REGIONS = 10", "SIDE = 40": "SIDE = 120"}
ROWS = [(name, f"bench/{name}.c", {}, ["-DSWEEPS=2", *flags], arguments, ".") for name, flags, arguments in [
    ("stencil", [], ["66", "66", "66"]), ("jacobi", [], ["258"]), ("laplacian", ["-DN=66"], []),
    ("gaussblur", ["-DN=258"], []), ("wave13pt", ["-DN=66"], []), ("dgemm", ["-DN=128"], [])]]
ROWS += [("conjugate gradients", "bench/cores.c", CG, [], ["inf"], "_cg_")]
ROWS += [(name, f"bench/kernels/{program}.c", {}, [], [], pattern) for name, program, pattern in [
    ("sparse product, `gang worker`", "sparse", "by_workers"), ("3-D stencil, outermost loop", "stencils", "of_three"),
    ("Fourier butterflies", "waves", "butterflies"), ("systems of 5 equations", "dense", "solve"), ("histogram", "particles", "histogram")]]
FORMS = {
    "vla": "2mm atax bicg cholesky correlation covariance doitgen floyd_warshall gemm gesummv gramschmidt lu mvt nussinov",
    "global": "bicg gesummv mvt trisolv",
}


def larger(enum):
    """An array's lengths, three times as long: the test suite's are small."""
    return re.sub(r"\b(?!steps)(\w+) = (\d+)", lambda m: f"{m[1]} = {3 * int(m[2])}", enum[0])


def polybench(name, form):
    title = f"`{name}`" + {"vla": "", "global": ", global arrays", "flat": ", pointers"}[form]
    return title, f"run/pb_{name}.c", {r"(?m)^enum .*": larger}, ["-ffp-contract=off"], [], f"_{form}_"


def machine_code(text):
    """Registers and bytes of shared memory of each kernel of a CUDA text."""
    nvrtc, program, size = ctypes.CDLL(NVRTC), ctypes.c_void_p(), ctypes.c_size_t()
    options = ["--gpu-architecture=sm_90", "--ptxas-options=-v", *" ".join(re.findall(r"(?m)^// nvrtc: (.*)", text)).split()]
    options = (ctypes.c_char_p * len(options))(*(o.encode() for o in options))
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernels.cu", 0, None, None)
    refused = nvrtc.nvrtcCompileProgram(program, len(options), options)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    log = log.value.decode()
    if refused:
        raise RuntimeError(log)
    kernels = re.findall(r"entry function '(\w+)'(?:(?!entry)[\s\S])*?Used (\d+) registers(.*)", log)
    return {name: (int(used), int((re.search(r"(\d+) bytes smem", rest) or [0, 0])[1])) for name, used, rest in kernels}


def at_once(registers, shared, threads):
    """Percent of the threads that a multiprocessor holds."""
    warps = -(-threads // 32)
    by_registers = REGISTERS // (-(-registers * 32 // 256) * 256) // 4 * 4 // warps
    return 100 * min(BLOCKS, THREADS // 32 // warps, by_registers, SHARED // (shared + 1024)) * warps * 32 // THREADS


def counted(build, new, row):
    _, source, changes, flags, arguments, pattern = row
    with tempfile.TemporaryDirectory() as folder:
        path, copy, counts = f"{SUITE}/{source}", f"{folder}/{os.path.basename(source)}", folder + "/counts"
        with open(path) as file, open(copy, "w") as changed:
            text = file.read()
            for what, instead in changes.items():
                text = re.sub(what, instead, text)
            changed.write(text)
        call = lambda *words: subprocess.run(words, check=True, capture_output=True, text=True, timeout=300).stdout
        words = [f"{build}/accrs", "-w", "-O2", *flags, "-I" + os.path.dirname(path), copy]
        call(*words, "-o", folder + "/program", "-lm")
        code = machine_code(call(*words, "--emit=cuda"))
        call(new + "/accrs-prof", "--json", "-o", counts, folder + "/program", *arguments)
        with open(counts) as file:
            return [k | {"code": code[k["kernel"]]} for k in json.load(file) if re.search(pattern, k["kernel"])]


def figures(kernels):
    total = lambda what, of=None: sum(line[what][of] if of else line[what] for k in kernels for line in k["lines"])
    heavy = max(kernels, key=lambda k: sum(line["issued"] for line in k["lines"]))
    (x, y, z), issued, cost = heavy["block"], total("issued"), total("loads", "cost") + total("stores", "cost")
    times = lambda what: f"{total(what, 'cost') / total(what, 'ideal'):.2f}" if total(what, "ideal") else "-"
    warps = sum(-(-(k["block"][0] * k["block"][1] * k["block"][2]) // 32) * k["blocks"] for k in kernels)
    launches = sum(k["launches"] for k in kernels)
    return [heavy["code"][0], f"{at_once(*heavy['code'], x * y * z)}%", f"{launches:,}", f"{heavy['threads'] // heavy['launches']:,}",
            f"{issued / 1e3:,.0f}", f"{cost / 1e3:,.0f}", times("loads"), times("stores"),
            f"{100 * total('lanes') / 32 / issued:.0f}%", f"{total('barriers') / warps:,.0f}"]


def main():
    every = "--all" in sys.argv
    old, new, *words = [a for a in sys.argv[1:] if a != "--all"]
    forms = {form: sorted(re.findall(r"pb_(\w+)\.c", " ".join(os.listdir(SUITE + "/run")))) for form in ("vla", "flat", "global")} if every else FORMS
    rows = ROWS + [polybench(name, form) for form in forms for name in (forms[form] if every else forms[form].split())]
    for row in rows:
        if words and not any(word in row[0] for word in words):
            continue
        both = [counted(build, new, row) for build in (old, new)]
        for k in [k for kernels in both for k in kernels] if every else []:
            print("   ", k["kernel"], k["grid"], k["block"], *figures([k]), file=sys.stderr)
        cells = [str(a) if a == b else f"{a} → {b}" for a, b in zip(*map(figures, both))]
        print("|", " | ".join([row[0], *cells]), "|", flush=True)


if __name__ == "__main__":
    main()
