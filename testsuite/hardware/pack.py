#!/usr/bin/env python3
"""Makes a folder with all that checks and measures accrs on a machine with a GPU, which may have neither accrs nor a network.

    pack.py [--accrs=PATH] [--out=FOLDER] [--only=WORD,WORD] [--small] [--jobs=N]

FOLDER/run.sh runs there (run.py says how). --only: of the programs of testsuite/run, those whose names these are; --small: sizes for the
stand-in GPU. Programs take the runtime of the folder, and NVRTC is the machine's own: what is here is newer than its driver may take."""
import concurrent.futures, json, os, re, shutil, subprocess, sys, tarfile, tempfile

sys.dont_write_bytecode = True
import nvrtc

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = os.path.dirname(HERE)
sys.path.append(f"{SUITE}/bench")
import polybench

ROOT = os.path.dirname(SUITE)
# As the compiler is called from ROOT, so that messages and kernels don't name this machine's folders.
OWN, RUN, BENCH = "testsuite/hardware", "testsuite/run", "testsuite/bench"
# The modules that the folder gets.
THERE = ["run.sh", "run.py", "bench.py", "nvrtc.py", "machine.py", "programs.py", "kernels.py", "launches.py", "codes.py", "tools.py", "page.py"]
# GPUs whose machine code goes along, where this accrs takes several (of one alone it embeds PTX, which may be too new there).
ARCHITECTURES = "sm_90,sm_80"
LIMIT = 20 << 20


class Packing:
    def __init__(self, options):
        self.accrs = os.path.abspath(options.get("accrs", f"{ROOT}/target/release/accrs"))
        self.out = os.path.abspath(options.get("out", f"{ROOT}/target/gpu"))
        self.small = "small" in options
        self.only = [w for w in options.get("only", "").split(",") if w]
        self.jobs = int(options.get("jobs", 2))
        self.refused = []
        self.embed = []

    def compile(self, name, words, to="bin", embed=True):
        """A program of the folder; what the compiler says where it refuses."""
        words = [self.accrs, "--acc-target=nvidia,multicore", "--acc-verify=false", "-w", *(self.embed if embed else []), *words]
        if not any(re.search("managed|pinned|^-static", w) for w in words):
            words.append("--acc-runtime=shared")
        made = subprocess.run([*words, "-o", f"{self.out}/{to}/{name}", "-lm", "-ldl"], capture_output=True, text=True, cwd=ROOT)
        if made.returncode:
            self.refused.append(f"{name}: {' '.join(words)}\n{made.stderr[-600:]}")

    def each(self, work, items):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(work, items))


def head(path):
    """The keys of a program's leading comment, as testsuite/src/spec.rs has them: each with the list of its values."""
    keys = {}
    with open(path, errors="replace") as file:
        for line in file:
            if not line.startswith("//"):
                break
            found = re.match(r"//\s*([a-z]\S*): (.*)", line)
            if found:
                keys.setdefault(found[1], []).append(found[2].strip())
    return keys


def programs(packing):
    """Those of testsuite/run, and of bench/kernels, which check themselves as well: programs.tar.gz, and what run.py must know of each in
    programs.json."""
    specs, work = [], []
    os.mkdir(f"{packing.out}/programs")
    sources = [(RUN, "", file) for file in sorted(os.listdir(f"{ROOT}/{RUN}"))]
    sources += [(f"{BENCH}/kernels", "bench_", file) for file in sorted(os.listdir(f"{ROOT}/{BENCH}/kernels"))]
    for folder, prefix, file in sources:
        name, end = os.path.splitext(prefix + file)
        if end != ".c" or packing.only and name not in packing.only:
            continue
        keys = head(f"{ROOT}/{folder}/{file}")
        devices = " ".join(keys.get("devices", ["nvidia"])).split()
        flags = keys.get("run", ["-O2"])[-1].split()
        if "nvidia" not in devices or any(f.startswith("--acc-target") for f in flags):
            continue
        env = dict(word.split("=", 1) for value in keys.get("env", []) for word in value.split())
        expect = []
        for device, *words in map(str.split, keys.get("expect", [])):
            if device in ("device", "nvidia"):
                expect += [[m[1], m[2], int(m[3])] for m in (re.match(r"(\w+)([<>]?=)(\d+)", w) for w in words)]
        specs.append({
            "name": name, "args": " ".join(keys.get("args", [])).split(), "env": env, "expect": expect,
            "seconds": int(keys.get("time", [60])[0]), "gpus": int(env.get("ACC_NUM_SIM_DEVICES", 1)),
            "sized": "sized" in keys, "no_kernels": name.startswith("host_") or ["kernels", "=", 0] in expect,
        })
        others = [f"{folder}/{other}" for value in keys.get("with", []) for other in value.split()]
        work.append((name, [*flags, f"{folder}/{file}", *others]))
    if len({name for name, _ in work}) < len(work):
        sys.exit("two programs have the same name")
    packing.each(lambda job: packing.compile(*job, to="programs", embed=False), work)
    specs = [spec for spec in specs if os.path.exists(f"{packing.out}/programs/{spec['name']}")]
    with tarfile.open(f"{packing.out}/programs.tar.gz", "w:gz") as archive:
        for spec in specs:
            archive.add(f"{packing.out}/programs/{spec['name']}", spec["name"])
    shutil.rmtree(f"{packing.out}/programs")
    with open(f"{packing.out}/programs.json", "w") as file:
        json.dump(specs, file)
    return len(specs)


def takes_several(packing):
    """Whether this accrs embeds machine code for several GPUs. Where it doesn't, it leaves the text that NVRTC refused where it runs."""
    with tempfile.TemporaryDirectory() as folder:
        words = [packing.accrs, f"--acc-arch={ARCHITECTURES}", "-c", f"{HERE}/saxpy.c", "-o", "probe.o"]
        return subprocess.run(words, capture_output=True, cwd=folder).returncode == 0


def measured(packing):
    """What is timed, and the probe, which is plain C."""
    names = sorted(name[:-2] for name in os.listdir(HERE) if name.endswith(".c") and name != "probe.c")
    work = [(name, ["-O3", f"{OWN}/{name}.c"]) for name in names]
    work.append(("products_without_fma", ["-O3", "--acc-fma=false", f"{OWN}/products.c"]))
    # Tiles of given sizes are without tensor cores.
    work.append(("products_without_tensor_cores", ["-O3", "--sizes=64x64", "-DFLOAT=0", f"{OWN}/products.c"]))
    work.append(("mixed_fast", ["-O3", "--acc-fast-math=true", f"{OWN}/mixed.c"]))
    work += whole(packing)
    # The stand-in takes no machine code.
    packing.each(lambda job: packing.compile(*job, embed=not packing.small), work)
    if packing.embed:
        packing.compile("saxpy_embedded", ["-O3", f"{OWN}/saxpy.c"])
    subprocess.run(["cc", "-O2", "-o", f"{packing.out}/bin/probe", f"{HERE}/probe.c", "-ldl"], check=True)


# The benchmarks of testsuite/bench, and how large they are: larger than the GPU's caches; and for the stand-in, which gets one of them.
BENCHMARKS = {
    "jacobi": ("-DN=8192", "-DN=34 -DSWEEPS=4"), "laplacian": ("-DN=480", ""), "gaussblur": ("-DN=4096", ""), "wave13pt": ("-DN=400", ""),
    "stencil": ("-DNX=512 -DNY=512 -DNZ=512", ""),
}
# Of PolyBench's kernels some of each kind; all sizes but steps are twice those of bench/polybench.py.
POLYBENCH = ["2mm", "syrk", "covariance", "atax", "mvt", "doitgen", "fdtd_2d", "heat_3d", "jacobi_2d", "adi", "floyd_warshall", "lu", "gemver"]


def whole(packing):
    """Whole programs, which also run on the machine's cores: those of whole/, of testsuite/bench, and of PolyBench."""
    flags = ["-O3", "-march=x86-64-v3", "-ffp-contract=fast"]
    work = [(name[:-2], [*flags, f"{OWN}/whole/{name}"]) for name in sorted(os.listdir(f"{HERE}/whole"))]
    for name, sizes in BENCHMARKS.items():
        if not packing.small or name == "jacobi":
            work.append((f"bench_{name}", [*flags, *sizes[packing.small].split(), f"{BENCH}/{name}.c"]))
    os.mkdir(f"{packing.out}/polybench")
    for name in POLYBENCH[-1:] if packing.small else POLYBENCH:
        keys = re.search(r"(?m)^enum \{ (.*) \};", open(f"{SUITE}/run/pb_{name}.c").read())
        doubled = re.sub(r"(\w+) = (\d+)", lambda m: m[0] if m[1] == "steps" else f"{m[1]} = {2 * int(m[2])}", polybench.SIZES[name])
        source = polybench.program(f"{packing.out}/polybench", name, keys[1] if packing.small else doubled)
        work.append((f"pb_{name}", [*flags, f"-I{BENCH}", f"-I{RUN}", "-DROUNDS=2", source]))
    return work


def images(packing):
    """A saxpy as the NVRTC here makes it: PTX and machine code, of which the driver there may take some."""
    os.mkdir(f"{packing.out}/images")
    library = os.environ.get("ACCRS_NVRTC", f"{ROOT}/.accrs/py/nvidia/cu13/lib/libnvrtc.so.13")
    if not os.path.exists(library):
        return
    version = "{}.{}".format(*nvrtc.version(library))
    with open(f"{HERE}/streams.cu") as file:
        text = file.read()
    for architecture, what in (("sm_90", "CUBIN"), ("sm_80", "CUBIN"), ("compute_90", "PTX"), ("compute_75", "PTX")):
        with open(f"{packing.out}/images/shipped-{version}-{architecture}", "wb") as file:
            file.write(nvrtc.image(library, text, architecture, what))


def libraries(packing):
    """The runtime; and gcc's OpenMP library, for machines that lack it."""
    bin = os.path.dirname(os.path.realpath(packing.accrs))
    places = [f"{bin}/lib/libaccrt.so", f"{bin}/../lib/accrs/libaccrt.so"]
    os.mkdir(f"{packing.out}/lib")
    os.mkdir(f"{packing.out}/spare")
    shutil.copy(next(p for p in places if os.path.exists(p)), f"{packing.out}/lib/")
    gomp = subprocess.run(["cc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True).stdout.strip()
    if os.path.exists(gomp):
        shutil.copy(os.path.realpath(gomp), f"{packing.out}/spare/libgomp.so.1")


def sources(packing):
    os.mkdir(f"{packing.out}/cuda")
    for name in os.listdir(HERE):
        if name.endswith(".cu"):
            shutil.copy(f"{HERE}/{name}", f"{packing.out}/cuda/")
    for name in THERE:
        shutil.copy(f"{HERE}/{name}", packing.out)


def clear(folder):
    """Takes away what an earlier run has put there, but no results, and nothing from a folder that isn't one of these."""
    os.makedirs(folder, exist_ok=True)
    there = os.listdir(folder)
    if there and "folder.json" not in there:
        sys.exit(f"{folder} is there, and isn't a folder that this has made")
    open(f"{folder}/folder.json", "w").close()
    for name in there:
        path = os.path.join(folder, name)
        if os.path.isdir(path) and name != "results":
            shutil.rmtree(path)
        elif not os.path.isdir(path) and name != "folder.json":
            os.remove(path)


def main():
    packing = Packing(dict((word[2:].split("=", 1) + [""])[:2] for word in sys.argv[1:] if word.startswith("--")))
    clear(packing.out)
    os.makedirs(f"{packing.out}/bin")
    packing.embed = [f"--acc-arch={ARCHITECTURES}"] if takes_several(packing) else []
    libraries(packing)
    sources(packing)
    images(packing)
    measured(packing)
    shutil.rmtree(f"{packing.out}/polybench")
    count = programs(packing)
    built = subprocess.run([packing.accrs, "--version"], capture_output=True, text=True).stdout
    built = re.findall(r"(?m)^accrs.*", built)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    with open(f"{packing.out}/folder.json", "w") as file:
        json.dump({"built": {"accrs": built[:1], "commit": commit, "embedded": packing.embed}, "small": packing.small,
                   "bin": sorted(os.listdir(f"{packing.out}/bin"))}, file)
    folders = [found for found in os.walk(packing.out) if not found[0].endswith("/results")]
    size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in folders for name in names)
    for words in packing.refused:
        print(f"not compiled: {words}", file=sys.stderr)
    print(f"{packing.out}: {count} programs, {size / (1 << 20):.1f} MiB; copy it to the machine with the GPU and run run.sh there (docs/GPU.md)")
    if size > LIMIT:
        sys.exit(f"more than {LIMIT >> 20} MiB")
    if packing.refused:
        sys.exit(1)


main()
