"""What the steps share: the machine's tools, commands under a time limit, results as JSON."""
import ctypes, glob, json, os, re, shutil, signal, subprocess, sys, tempfile, time

import nvrtc

HERE = os.path.dirname(os.path.abspath(__file__))
# Where a driver is that the loader doesn't know of.
DRIVERS = ["/usr/local/nvidia/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/wsl/lib"]
# Process groups of commands that run now.
running = set()


def end_all():
    for group in list(running):
        try:
            os.killpg(group, signal.SIGKILL)
        except OSError:
            pass


class Ended:
    """How a command ended: `code` is None where the time limit ended it."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def how(self):
        return "time limit" if self.code is None else f"signal {-self.code}" if self.code < 0 else f"exit {self.code}"

    def tail(self, lines=6, width=300):
        return [line[:width] for line in (self.out + self.err).splitlines()[-lines:]]

    def lines(self):
        """The lines of JSON among the output."""
        found = []
        for line in self.out.splitlines():
            if line.startswith("{"):
                try:
                    found.append(json.loads(line))
                except ValueError:
                    pass
        return found


def command(words, seconds, env=None, folder=None):
    """Runs a command for at most so many seconds."""
    start = time.monotonic()
    if seconds <= 0:
        return Ended(None, "", "", 0.0)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env, cwd=folder, start_new_session=True)
        except OSError as why:
            return Ended(127, "", str(why), 0.0)
        running.add(child.pid)
        try:
            code = child.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            code = None
        finally:
            running.discard(child.pid)
        took = time.monotonic() - start
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(1 << 22).decode(errors="replace"))
        return Ended(code, *texts, took)


class Results:
    """The results of a step, in a file that is whole at any moment."""

    def __init__(self, bench, name):
        self.bench, self.path, self.written = bench, os.path.join(bench.results, name + ".json"), 0.0
        self.start = time.monotonic()
        self.all = {"step": name, "state": "begun", "stand_in": bench.stand_in, "device": bench.device.get("name", ""), "seconds": 0, "items": []}
        self.write()

    def write(self):
        self.all["seconds"] = round(time.monotonic() - self.start, 3)
        with open(self.path + ".part", "w") as file:
            json.dump(self.all, file, indent=1)
        os.replace(self.path + ".part", self.path)
        self.written = time.monotonic()

    def add(self, **item):
        self.all["items"].append(item)
        if time.monotonic() - self.written > 0.3:
            self.write()

    def lacks(self, item, why):
        """An item that can't be measured here."""
        self.add(item=item, lacks=why)

    def end(self):
        if self.all["state"] == "begun":
            self.all["state"] = "done"
        self.write()

    def cut(self, why):
        self.all["state"] = "cut"
        self.all["why"] = why


class Bench:
    """The folder, the machine, and how much time is left."""

    def __init__(self, seconds, results):
        self.end, self.step_end, self.results = time.monotonic() + seconds, 0.0, results
        with open(os.path.join(HERE, "folder.json")) as file:
            self.folder = json.load(file)
        self.small = self.folder["small"]
        self.work = tempfile.mkdtemp(prefix="accrs-gpu-")
        self.env = dict(os.environ)
        paths = [os.path.join(HERE, "lib")]
        if not loads("libgomp.so.1"):
            paths.append(os.path.join(HERE, "spare"))
        if not loads("libcuda.so.1"):
            paths += [place for place in DRIVERS if os.path.exists(f"{place}/libcuda.so.1")]
        self.env["LD_LIBRARY_PATH"] = ":".join(paths + [p for p in [os.environ.get("LD_LIBRARY_PATH")] if p])
        self.env["ACC_DEVICE_TYPE"] = "nvidia"
        self.env.setdefault("ACCRS_CACHE_DIR", os.path.join(self.work, "cache"))
        self.env["HAND"] = os.path.join(self.work, "hand")
        os.mkdir(self.env["HAND"])
        if self.small:
            self.env.update(BATCH_MS="0", ROUNDS="2")
        self.device, self.stand_in = {}, False
        self.nvcc = found_tool("nvcc")
        self.nvrtc = None
        self.cublas = first(libraries("cublas", self.nvcc))
        if self.cublas:
            self.env["CUBLAS"] = self.cublas
            # Its other half lies beside it.
            self.env["LD_LIBRARY_PATH"] += ":" + os.path.dirname(self.cublas)

    def left(self):
        """Seconds that the step may still take."""
        return max(0.0, min(self.end, self.step_end) - time.monotonic())

    def program(self, name):
        return os.path.join(HERE, "bin", name)

    def run(self, words, seconds, **more):
        env = dict(self.env, **more)
        return command(words, min(seconds, self.left()), env, self.work)

    def stopped(self, ended):
        """Whether a command ended because the step's time is over: it tells nothing then."""
        return ended.code is None and self.left() < 1

    def meet(self, device):
        """What the probe has told of the device."""
        self.device = device
        self.stand_in = "stand-in" in device.get("name", "")
        wanted = tuple(int(n) for n in device["cuda"].split("."))
        self.nvrtcs = []
        for path in libraries("nvrtc", self.nvcc):
            try:
                self.nvrtcs.append((nvrtc.version(path), path))
            except (nvrtc.Refused, OSError):
                continue
        # The newest whose PTX the driver takes; the one that is named counts whatever its version.
        fitting = [pair for pair in self.nvrtcs if pair[0] <= wanted] or self.nvrtcs
        if os.environ.get("ACCRS_NVRTC") in [path for _, path in self.nvrtcs]:
            self.nvrtc = os.environ["ACCRS_NVRTC"]
        elif fitting:
            self.nvrtc = max(fitting)[1]
        if self.nvrtc:
            self.env["ACCRS_NVRTC"] = self.nvrtc

    def architecture(self):
        return self.device.get("capability", "9.0").replace(".", "")


def first(items):
    return next(iter(items), None)


def loads(name):
    try:
        ctypes.CDLL(name)
        return True
    except OSError:
        return False


def found_tool(name):
    """A tool of the CUDA toolkit: in PATH, or where toolkits are put."""
    patterns = ["/usr/local/cuda*/bin", "/usr/local/cuda*/compute-sanitizer", "/usr/local/cuda*/extras/compute-sanitizer", "/opt/nvidia/*/bin", "/opt/nvidia/nsight-compute/*"]
    places = [place for pattern in patterns for place in sorted(glob.glob(pattern), reverse=True)]
    return shutil.which(name) or shutil.which(name, path=":".join(places))


def libraries(name, nvcc):
    """Where lib<name>.so is, best places first: the variable, the toolkit's folder, Python's packages, the system's."""
    found = [os.environ.get({"nvrtc": "ACCRS_NVRTC", "cublas": "CUBLAS"}[name], "")]
    folders = []
    if nvcc:
        toolkit = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
        folders += [f"{toolkit}/lib64", f"{toolkit}/targets/x86_64-linux/lib"]
    folders += [f for p in sys.path if p for f in sorted(glob.glob(os.path.join(p, "nvidia/*/lib")), reverse=True)]
    folders += sorted(glob.glob("/usr/local/cuda*/lib64"), reverse=True)
    for folder in folders:
        found += sorted(glob.glob(f"{folder}/lib{name}.so.*"), key=len)
    listed = command(["ldconfig", "-p"], 10).out
    found += re.findall(rf"lib{name}\.so\.\S* .*=> (\S+)", listed)
    real, kept = set(), []
    for path in found:
        if path and os.path.exists(path) and os.path.realpath(path) not in real:
            real.add(os.path.realpath(path))
            kept.append(path)
    return kept
