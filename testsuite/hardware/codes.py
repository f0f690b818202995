"""Step 5: whole programs, the same ones on the GPU and on the machine's cores. What both find must agree."""
import re

# Of whole/: arguments, and for the stand-in.
WHOLE = {"ep": (["28"], ["9"]), "cg": (["200"], ["6", "8"]), "mg": (["256"], ["16"]), "is": (["67108864", "1048576"], ["3000", "1024"])}
SECONDS = 20


def run(bench, results):
    names = [name for name in bench.folder["bin"] if name in WHOLE or name.startswith(("bench_", "pb_"))]
    # Those of whole/ first.
    for name in sorted(names, key=lambda name: (name not in WHOLE, name)):
        found = {}
        for by, device in (("gpu", "nvidia"), ("cores", "multicore")):
            if bench.left() < 1:
                results.cut("not all programs have run")
                return
            arguments = WHOLE[name][bench.small] if name in WHOLE else []
            ended = bench.run([bench.program(name), *arguments], SECONDS, ACC_DEVICE_TYPE=device)
            if bench.stopped(ended):
                results.cut(f"{name} was under way")
                return
            item = dict(outcome(name, ended), item=name, by=by)
            if ended.code != 0:
                item.update(right=False, how=ended.how(), tail=ended.tail())
            results.add(**item)
            found[by] = item.get("check")
        if None not in found.values():
            results.add(item=name, by="both", right=abs(found["gpu"] - found["cores"]) <= 1e-6 * max(1, abs(found["cores"])))


def outcome(name, ended):
    """Milliseconds and checksum, in each family's own words."""
    if name in WHOLE:
        found = {}
        for line in ended.lines():
            found.update(line)
        return found
    if name.startswith("bench_"):
        said = re.search(r"time_ms (\S+) total_ms (\S+)", ended.out)
        return {"ms": float(said[1]), "total_ms": float(said[2]), "right": "PASS" in ended.out} if said else {}
    said = re.match(r"(\d\S*) (\S+)", ended.out)
    return {"ms": 1e3 * float(said[1]), "check": float(said[2])} if said else {}
