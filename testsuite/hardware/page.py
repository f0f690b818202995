#!/usr/bin/env python3
"""The page of what run.py has found.

    page.py [RESULTS] [--out=FILE]

Without results it says that nothing has been measured, and how to measure. Results of the stand-in GPU are marked in every heading, and
don't go to a file of docs/."""
import json, os, sys

STEPS = ["machine", "programs", "kernels", "launches", "codes", "tools"]
HEAD = """# On a GPU

What accrs's programs do on a real GPU: checked and measured by `make gpu`, and written by a script.
"""
NOTHING = """**Nothing has been measured on a GPU yet.** What [PERFORMANCE.md](PERFORMANCE.md) says of GPUs is counted, without one.
"""
HOW = """
## How to measure

1. `make gpu` makes the folder `target/gpu`, of at most 20 MB: the programs of the test suite, the benchmarks, and scripts. No GPU is needed for it.
2. On the machine with the GPU: `sh gpu/run.sh 540`, with the seconds that it may take. A second argument names another folder for the results than `gpu/results`. It needs
   NVIDIA's driver, Python 3 and NVRTC, which CUDA's toolkit and Python's packages have. It looks for nvcc (for hand-written kernels), cuBLAS,
   Nsight Compute and compute-sanitizer, and says which of them it didn't find.
3. `make gpu-page RESULTS=gpu/results` writes this page.

The steps, in their order:

- the driver, and which images it takes;
- the programs of `testsuite/run`, 16 at once;
- kernels alone on the GPU, with 1 GB and more, compared with hand-written CUDA, and matrix products with cuBLAS;
- the cost of launches, copies and starts;
- whole programs, compared with the machine's cores;
- Nsight Compute, compute-sanitizer, several processes, too little memory.

If time runs out, the last steps are left out; results are kept as they come. `testsuite/hardware/` has all of it.
"""


def table(columns, rows):
    lines = ["| " + " | ".join(columns) + " |", "|---|" + "---:|" * (len(columns) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def digits(value, count=3):
    """A number with so many significant digits, without an exponent."""
    if value is None:
        return "-"
    text = f"{value:.{count}g}"
    return f"{float(text):.0f}" if "e" in text else text


def of(step, item):
    return [found for found in step["items"] if found["item"] == item]


def lacks(step):
    """What couldn't be measured, and why."""
    found = [f"{i['item']} ({i['lacks']})" for i in step["items"] if "lacks" in i]
    return "".join(f"- left out: {text}\n" for text in found)


def machine(step):
    text = ""
    for driver in of(step, "driver"):
        if "error" in driver:
            return f"The driver can't be used: {driver['error']}\n"
        text += (f"{driver['name']}, compute capability {driver['capability']}, {driver['memory'] / 2**30:.0f} GiB, {driver['multiprocessors']} multiprocessors; "
                 f"{driver['processors']} processors beside it. Driver for CUDA {driver['cuda']}. Built by accrs {driver['built']['commit']}")
        embedded = driver["built"]["embedded"]
        text += f", what is timed with `{embedded[0]}`.\n\n" if embedded else ", without machine code in the programs.\n\n"
    for found in of(step, "found"):
        versions = [one.split(" ", 1)[0] for one in found["nvrtcs"] if one.split(" ", 1)[1] == found["nvrtc"]]
        nvcc = next((line.strip() for line in found["nvcc_says"] or [] if "release" in line), "")
        names = {"nvrtc": f"NVRTC {''.join(versions)}", "nvcc": f"nvcc ({nvcc})" if nvcc else "nvcc", "cublas": "cuBLAS", "ncu": "Nsight Compute", "sanitizer": "compute-sanitizer"}
        there, missing = [names[k] for k in names if found[k]], [names[k].strip() for k in names if not found[k]]
        text += f"Found: {', '.join(there) or 'nothing'}. Not found: {', '.join(missing) or 'nothing'}.\n\n"
    rows = [(i["image"], "yes" if i["loads"] else "no: " + i["said"].splitlines()[0], "yes" if i["right"] else "no") for i in of(step, "image")]
    text += table(["image", "loads", "saxpy is right"], rows)
    for name in ("saxpy", "saxpy_embedded"):
        for found in of(step, name):
            if "right" in found:
                text += f"\nThe program `{name}` is {'right' if found['right'] else '**wrong**'}, in {found['seconds']:.2f} s with its start.\n"
    return text


def programs(step):
    text = f"{step['passed']} of {step['programs']} programs passed, {step['failed']} failed.\n"
    later = {i["item"]: i for i in step["items"] if i.get("again")}
    for found in step["items"]:
        if "passed" in found and not found["passed"] and not found.get("again"):
            alone = later.get(found["item"])
            said = " / ".join(found["tail"][-2:]).replace("|", "\\|")
            text += f"\n- `{found['item']}`: {found['how']}{'; alone it passes' if alone and alone['passed'] else ''}: {said}"
    shapes = [f"\n- `{i['item']}`: {'; '.join(i['shape'])}" for i in step["items"] if i.get("shape") and not i.get("again")]
    if shapes:
        text += "\n\nRight, but in another way than on the stand-in:\n" + "".join(shapes)
    left = [i["item"] for i in step["items"] if "left_out" in i]
    if left:
        text += f"\n\n{len(left)} were left out: {', '.join(left[:20])}{' …' if len(left) > 20 else ''}."
    return text + "\n"


def by(step, *programs):
    """The timed items of these programs: for each item what each of those compared took."""
    found = {}
    for item in step["items"]:
        if item.get("program") in programs and "ms" in item and "by" in item:
            found.setdefault(item["item"], {})[item["by"]] = item
    return found


def rate(item, what="bytes"):
    """Thousand millions a second."""
    return item[what] / item["ms"] / 1e6 if item and item["ms"] else None


def ratio(first, second):
    return digits(first["ms"] / second["ms"]) if first and second and second["ms"] else "-"


def marked(text, *items):
    """With a mark where a result was wrong."""
    return f"**wrong:** {text}" if any(i and i.get("right") is False for i in items) else text


def failures(step):
    """Programs that didn't end as they should."""
    return "".join(f"\n- `{i['program']}`: {i['failed']}: {' / '.join(i['tail'][-2:])}" for i in step["items"] if "failed" in i)


def kernels(step):
    moved = by(step, "streams", "grids", "rows", "mixed")
    copy = moved.pop("cuMemcpyDtoD", {}).get("driver")
    text = ""
    if copy:
        text += f"The driver's own copy within the device (`cuMemcpyDtoD`) moves {digits(rate(copy))} GB/s, read and written, in arrays of {copy['bytes'] / 2**31:.3g} GiB.\n\n"
    rows = []
    for name, who in moved.items():
        own, hand = who.get("accrs"), who.get("cuda")
        share = f"{100 * rate(own) / rate(copy):.0f}%" if own and copy and own["bytes"] else "-"
        rows.append((marked(name, own, hand), digits(own and own["ms"]), digits(hand and hand["ms"]), ratio(own, hand), digits(rate(own)) if own and own["bytes"] else "-",
                     digits(rate(hand)) if hand and hand["bytes"] else "-", share, digits(rate(own, "flops")) if own and own["flops"] else "-"))
    text += table(["loop", "accrs, ms", "CUDA by hand, ms", "accrs / CUDA", "accrs, GB/s", "CUDA, GB/s", "accrs, of the copy", "accrs, Gflop/s"], rows)
    for who in by(step, "mixed_fast").values():
        for own in who.values():
            text += f"\nWith `--acc-fast-math`: {own['item']} {digits(rate(own, 'flops'))} Gflop/s.\n"
    text += "\nMedians of 7 batches, in turns. Bytes are those that must move, each array once; the loops are in `testsuite/hardware/*.c`.\n"
    products = by(step, "products", "products_without_tensor_cores", "products_without_fma")
    # (Results of before there was that have no such column.)
    plain = "accrs without tensor cores"
    columns = {"accrs": "accrs", plain: "without tensor cores", "accrs without fma": "without FMA", "cublas": "cuBLAS"}
    if not any(plain in who for who in products.values()):
        del columns[plain]
    rows = []
    for name, who in products.items():
        all = [who.get(one) for one in columns]
        rows.append((marked(name, *all), *(digits(rate(i, "flops") / 1e3) if i else "-" for i in all), ratio(who.get("accrs"), who.get("cublas"))))
    if rows:
        text += "\n### Matrix products, Tflop/s\n\n" + table(["product", *columns.values(), "accrs / cuBLAS, time"], rows)
    sizes = {}
    for name, who in by(step, "blocks").items():
        loop, threads = name.rsplit(", ", 1)
        sizes.setdefault(loop, {})[threads] = who.get("accrs")
    if sizes:
        columns = ["64", "128", "256", "512", "chosen"]
        text += "\n### Threads of a block, GB/s\n\n" + table(["loop", *columns], [(loop, *(digits(rate(found.get(c))) for c in columns)) for loop, found in sizes.items()])
    return text + failures(step) + "\n" + lacks(step)


def launches(step):
    rows = []
    for name, who in by(step, "launch").items():
        own, raw = who.get("accrs"), who.get("driver")
        rows.append((marked(name, own), digits(own and 1e3 * own["ms"]), digits(raw and 1e3 * raw["ms"])))
    text = table(["what", "accrs, µs", "the driver's calls, µs"], rows)
    rows = []
    for name, who in by(step, "copies").items():
        own, raw = who.get("accrs"), who.get("driver")
        rows.append((name, digits(own and own["ms"]), digits(rate(own)), digits(rate(raw))))
    text += "\n### Copies between host and device\n\n" + table(["what", "accrs, ms", "accrs, GB/s", "the driver, GB/s"], rows)
    text += "\nIn parts, each part is copied to the device, computed as long as that takes, and copied back.\n"
    wrong = [i["item"] for i in step["items"] if i.get("right") is False]
    if wrong:
        text += f"\n**Wrong:** {', '.join(wrong)}.\n"
    starts = {}
    for item in step["items"]:
        if "start_ms" in item:
            starts.setdefault(item["item"], []).append(item["start_ms"])
    text += "\n### A small program, from its start to its end\n\n" + table(["start", "ms, least", "ms, most"], [(n, digits(min(v)), digits(max(v))) for n, v in starts.items()])
    return text + failures(step) + "\n" + lacks(step)


def codes(step):
    found = {}
    for item in step["items"]:
        found.setdefault(item["item"], {})[item["by"]] = item
    rows = []
    for name, who in found.items():
        gpu, cores = who.get("gpu", {}), who.get("cores", {})
        quick = digits(cores["ms"] / gpu["ms"]) if cores.get("ms") and gpu.get("ms") else "-"
        rows.append((marked(name, gpu, cores, who.get("both")), digits(gpu.get("ms")), digits(cores.get("ms")), quick))
    text = table(["program", "GPU, ms", "cores, ms", "cores / GPU"], rows)
    text += ("\nThe same program on both. `cg`, `ep`, `is`, `mg` (`testsuite/hardware/whole/`) and `bench_…` (OpenUH's benchmarks) have their data on the device; "
             "`pb_…` (kernels of PolyBench in a region without clauses) count the copies in.\n")
    wrong = [f"\n- `{i['item']}` on the {i['by']}: {i['how']}: {' / '.join(i['tail'][-2:])}" for i in step["items"] if i.get("how")]
    return text + "".join(wrong) + "\n"


def tools(step):
    text = ""
    rows = []
    for i in of(step, "profile"):
        if "kernel" in i:
            rows.append((i["kernel"].split("(")[0], i["blocks"], i["threads"], *(digits(i.get(k)) for k in ("registers", "sectors_per_load", "sectors_per_store", "dram_percent", "warps_active_percent"))))
    if rows:
        text += table(["kernel", "blocks", "threads", "registers", "sectors a load", "sectors a store", "memory, % of peak", "warps, % of most"], rows) + "\n"
    watched = {}
    for i in of(step, "sanitizer"):
        watched.setdefault(i["program"], {})[i["tool"]] = "clean" if i["right"] else "**" + (i["said"][0] if i["said"] else i["how"]) + "**"
    if watched:
        kinds = ["memcheck", "racecheck", "synccheck"]
        text += table(["compute-sanitizer", *kinds], [(name, *(found.get(kind, "-") for kind in kinds)) for name, found in watched.items()]) + "\n"
    for item in step["items"]:
        if item["item"] not in ("profile", "sanitizer") and "right" in item:
            more = f": {item['taken'] / 2**30:.1f} GiB were taken" if item.get("taken") else ""
            text += f"- {item['item']}: {'as it should be' if item['right'] else '**wrong**: ' + ' / '.join(item['tail'][-3:])}{more}\n"
    return text + failures(step) + "\n" + lacks(step)


SECTIONS = {
    "machine": ("The machine", machine),
    "programs": ("The programs of the test suite", programs),
    "kernels": ("Kernels", kernels),
    "launches": ("Launches, copies, starts", launches),
    "codes": ("Whole programs beside the cores", codes),
    "tools": ("Tools, processes, memory", tools),
}


def page(folder):
    steps = {}
    for name in STEPS:
        try:
            with open(os.path.join(folder, name + ".json")) as file:
                steps[name] = json.load(file)
        except OSError:
            continue
    if not steps:
        sys.exit(f"page: no results in {folder}")
    stand_in = any(step["stand_in"] for step in steps.values())
    text = HEAD
    if stand_in:
        text += ("\n**THIS IS NOT A GPU.** These results are of the project's stand-in, an interpreter of PTX on the CPU. They show that the scripts work; "
                 "no time and no rate in them says anything of a GPU.\n")
    for name, step in steps.items():
        title, write = SECTIONS[name]
        text += f"\n## {title}{' (STAND-IN, NOT A GPU)' if stand_in else ''}\n\n"
        if step["state"] != "done":
            text += f"This step was cut off: {step.get('why', 'the run ended').strip().splitlines()[-1]}.\n\n"
        text += write(step)
    missing = [SECTIONS[name][0].lower() for name in STEPS if name not in steps]
    if missing:
        text += f"\nNo time was left for: {', '.join(missing)}.\n"
    return text + HOW, stand_in


def main():
    options = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--"))
    folder = next((word for word in sys.argv[1:] if not word.startswith("--")), None)
    text, stand_in = page(folder) if folder else (HEAD + "\n" + NOTHING + HOW, False)
    out = options.get("out")
    if not out:
        print(text, end="")
        return
    if stand_in and os.path.basename(os.path.dirname(os.path.abspath(out))) == "docs":
        sys.exit("page: these are results of the stand-in, which is no GPU: they don't belong in docs/")
    with open(out, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
