#!/usr/bin/env python3
"""Whether the results of a run on the stand-in GPU are what they should be, for the test of run.py.

    sane.py [--cut] RESULTS

--cut: of a run that was cut off, of which each file must be whole, and something must be missing."""
import json, os, sys

# Of each step the items that must be there.
WANTED = {
    "machine": ["driver", "found", "image", "saxpy"],
    "programs": ["async_wait", "host_data", "devices_two", "several_files", "memory_managed"],
    "kernels": ["cuMemcpyDtoD", "copy", "saxpy", "triad", "dot", "sum", "max", "2-D stencil", "3-D stencil", "transposition", "lattice Boltzmann", "histogram",
                "sparse product", "row sums", "column sums", "particles", "sgemm 33", "dgemm 33", "triad, 64", "dot, 512", "2-D stencil, chosen"],
    "launches": ["launch, waited for", "launch, queued", "launch with a sum", "chain of 10 launches", "update of 4 KB", "sum of launches", "what was copied",
                 "pageable memory to the device", "registered memory in parts, three queues", "start, kernels compiled now", "start, kernels kept"],
    "codes": ["cg", "ep", "is", "mg", "bench_jacobi", "pb_gemver"],
    "tools": ["two processes", "too little memory", "too little memory for data", "cuBLAS in the process", "profile", "sanitizer"],
}
# Who must stand beside accrs.
BESIDE = {"kernels": {"copy": {"accrs", "cuda"}, "particles": {"accrs", "cuda", "accrs, fast math"}, "sgemm 33": {"accrs", "accrs without fma", "cublas"}, "dgemm 33": {"accrs", "accrs without tensor cores", "accrs without fma", "cublas"}},
          "launches": {"launch, queued": {"accrs", "driver"}}, "codes": {"mg": {"gpu", "cores", "both"}, "bench_jacobi": {"gpu", "cores"}}}


def check(folder, cut):
    wrong, steps = [], {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name)) as file:
                steps[name[:-5]] = json.load(file)
    for name, step in steps.items():
        if not step["stand_in"] and not (name == "machine" and step["state"] == "cut"):
            wrong.append(f"{name}: it doesn't say that it is of the stand-in")
        for item in step["items"]:
            of_one(name, item, wrong)
    if cut:
        if not steps or all(step["state"] == "done" for step in steps.values()) and len(steps) == len(WANTED):
            wrong.append("nothing was cut off")
        return wrong
    for name, items in WANTED.items():
        if name not in steps:
            wrong.append(f"{name}: no results")
            continue
        if steps[name]["state"] != "done":
            wrong.append(f"{name}: {steps[name]['state']}: {steps[name].get('why')}")
        there = [i["item"] for i in steps[name]["items"]]
        wrong += [f"{name}: no {item}" for item in items if item not in there]
        for item, wanted in BESIDE.get(name, {}).items():
            who = {i.get("by") for i in steps[name]["items"] if i["item"] == item}
            if who != wanted:
                wrong.append(f"{name}, {item}: by {who}, not {wanted}")
    return wrong


def of_one(name, item, wrong):
    where = f"{name}, {item['item']}"
    if item.get("right") is False and item["item"] != "image":
        wrong.append(f"{where}: wrong: {item}")
    if item.get("passed") is False:
        wrong.append(f"{where}: failed: {item}")
    if item.get("image", "").startswith("shipped") and item["image"].endswith("compute_75") and not item["right"]:
        wrong.append(f"{where}: {item}")
    if "failed" in item:
        wrong.append(f"{where}: {item}")
    if "ms" in item and not 0 < item.get("least_ms", item["ms"]) <= item["ms"] <= item.get("most_ms", item["ms"]):
        wrong.append(f"{where}: times {item}")
    if name == "kernels" and "ms" in item and not item["bytes"] + item["flops"] > 0:
        wrong.append(f"{where}: nothing to do: {item}")


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    wrong = check(words[0], "--cut" in sys.argv)
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
