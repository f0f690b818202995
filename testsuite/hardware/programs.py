"""Step 2: the programs of testsuite/run, many at once. One passes if it exits 0 and the runtime counted a kernel on the device."""
import concurrent.futures, hashlib, json, os, tarfile

from bench import HERE, command

TOGETHER = 16
SECONDS = 10


def run(bench, results):
    folder = os.path.join(bench.work, "programs")
    with tarfile.open(os.path.join(HERE, "programs.tar.gz")) as archive:
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    with open(os.path.join(HERE, "programs.json")) as file:
        specs = json.load(file)
    # An order that has nothing to do with names: what is cut off is a bit of everything.
    specs.sort(key=lambda spec: hashlib.md5(spec["name"].encode()).hexdigest())
    results.all.update(programs=len(specs), passed=0, failed=0)
    wanted = []
    for spec in specs:
        why = None if bench.stand_in else wants(spec, bench.device)
        if why:
            results.add(item=spec["name"], left_out=why)
        else:
            wanted.append(spec)
    failed = []
    together = 2 if bench.small else TOGETHER
    with concurrent.futures.ThreadPoolExecutor(together) as pool:
        begun = {pool.submit(one, bench, folder, spec, SECONDS): spec for spec in wanted}
        for done in concurrent.futures.as_completed(begun):
            spec, outcome = begun[done], done.result()
            note(results, spec, outcome)
            if outcome and not outcome["passed"]:
                failed.append(spec)
    # Alone and with more time: is it the crowd?
    for spec in failed:
        outcome = one(bench, folder, spec, 2 * SECONDS)
        if outcome:
            results.add(**outcome, again=True)


def wants(spec, device):
    """What a program needs that this machine doesn't have; None where it has all."""
    if spec["gpus"] > device.get("devices", 1):
        return f"wants {spec['gpus']} GPUs"
    if spec["env"].get("ACCRS_GPU_SHARES") == "unified" and not device.get("pageable"):
        return "wants a GPU that uses the host's memory where it is (HMM, ATS), which the driver says this one can't"
    return None


def note(results, spec, outcome):
    if outcome is None:
        results.cut("not all programs have run")
        results.add(item=spec["name"], left_out="time")
        return
    results.all["passed" if outcome["passed"] else "failed"] += 1
    results.add(**outcome)


def one(bench, folder, spec, seconds):
    """None where there is no time left for it."""
    if bench.left() < 1:
        return None
    stats = os.path.join(bench.work, f"{spec['name']}.stats")
    # Many are on the cores together.
    env = dict(bench.env, ACCRS_STATS=stats, **dict({"OMP_NUM_THREADS": "4"}, **spec["env"]))
    if bench.stand_in:
        env["ACCRS_GPU_DEVICES"] = str(spec["gpus"])
    seconds = min(max(seconds, spec["seconds"] if bench.stand_in else 0), bench.left())
    ended = command([os.path.join(folder, spec["name"]), *spec["args"]], seconds, env, bench.work)
    try:
        with open(stats) as file:
            counts = json.load(file)
        os.remove(stats)
    except (OSError, ValueError):
        counts = {}
    ran = counts.get("kernels", 0) > 0 or spec["no_kernels"]
    if bench.stopped(ended):
        return None
    outcome = {"item": spec["name"], "passed": ended.code == 0 and ran, "seconds": round(ended.seconds, 3), "kernels": counts.get("kernels", 0)}
    if not outcome["passed"]:
        outcome.update(how=ended.how() if ended.code != 0 else "no kernel on the device", tail=ended.tail())
    # The result is right, but it came about in another way than on the stand-in: worth a look, no failure.
    if not bench.stand_in and (spec["sized"] or any(name.startswith("ACCRS_GPU_") for name in spec["env"])):
        return outcome  # Its shape is that of a GPU of another size.
    shape = [f"{c} is {counts.get(c)}, not {op} {n}" for c, op, n in spec["expect"] if counts and not holds(counts.get(c), op, n)]
    if shape:
        outcome["shape"] = shape
    return outcome


def holds(seen, op, number):
    return seen is not None and {"=": seen == number, ">=": seen >= number, "<=": seen <= number}[op]
