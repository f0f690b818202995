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

1. `make gpu` makes the folder `target/gpu`, of at most 20 MB: the programs of the test suite, what is timed, and scripts. No GPU is needed for it.
2. On the machine with the GPU: `sh gpu/run.sh 540`, with the seconds that it may take. It wants NVIDIA's driver, Python 3 and NVRTC, which CUDA's toolkit and Python's packages have. What else it
   can use it looks for, and says what it didn't find: nvcc for the kernels by hand, cuBLAS, Nsight Compute, compute-sanitizer.
3. `make gpu-page RESULTS=gpu/results` writes this page.

The steps, in their order, and what each needs the time for: the driver, and which images it takes; the programs of `testsuite/run`, 16 at once; kernels alone on the GPU, with 1 GB and more, beside
CUDA by hand, and matrix products beside cuBLAS; what launches, copies and starts take; whole programs beside the machine's cores; Nsight Compute, compute-sanitizer, several processes, too little
memory. What time doesn't suffice for is left out from the end, and results are kept as they come. `testsuite/hardware/` has all of it.
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
    found = [f"{i['item']}: {i['lacks']}" for i in step["items"] if "lacks" in i]
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
        text += "Found: " + "; ".join(f"{name} {found[name]}" for name in ("nvrtc", "nvcc", "cublas", "ncu", "sanitizer") if found[name]) + ".\n\n"
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


def plain(step):
    return lacks(step)


SECTIONS = {
    "machine": ("The machine", machine),
    "programs": ("The programs of the test suite", programs),
    "kernels": ("Kernels", plain),
    "launches": ("Launches, copies, starts", plain),
    "codes": ("Whole programs beside the cores", plain),
    "tools": ("Tools, processes, memory", plain),
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


main()
