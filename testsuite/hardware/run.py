#!/usr/bin/env python3
"""Checks and measures accrs on this machine's GPU, in the time that it is given.

    run.py [SECONDS [RESULTS]]

The steps run in an order in which what is cut off is worth least. Each has its part of the time, and what one leaves goes to those behind
it. Results are in RESULTS (default results/ beside this file), a file of JSON for each step, whole at any moment; page.py makes a page of
them. Exit 0: every step has run, whatever it found; 1: some have been cut."""
import os, shutil, signal, sys, time, traceback

sys.dont_write_bytecode = True
from bench import HERE, Bench, Results, end_all
import codes, kernels, launches, machine, page, programs, tools

# Each with its weight: of the time that is left, a step may take this over the sum of its own and those behind it. The first may take all: without it
# there are no others.
STEPS = [(machine, None), (programs, 9), (kernels, 8), (launches, 3), (codes, 4), (tools, 4)]


def summary(results):
    """The page, also on stdout: where a run's files are lost, there is that."""
    try:
        text, _ = page.page(results)
        with open(os.path.join(results, "page.md"), "w") as file:
            file.write(text)
        print(text.split(page.HOW)[0], flush=True)
    except Exception:
        traceback.print_exc()


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 540.0
    results = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(HERE, "results")
    os.makedirs(results, exist_ok=True)
    bench = Bench(seconds, results)

    def ended_by_signal(number, _frame):
        bench.end = 0.0  # Nothing begins any more.
        end_all()
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, ended_by_signal)
    signal.signal(signal.SIGINT, ended_by_signal)
    cut = False
    try:
        for at, (step, weight) in enumerate(STEPS):
            now = time.monotonic()
            share = weight / sum(w for _, w in STEPS[at:]) if weight else 1
            bench.step_end = now + (bench.end - now) * share
            name = step.__name__
            if bench.left() < (0.1 if bench.small else 2):
                print(f"{name}: no time left", flush=True)
                cut = True
                continue
            found = Results(bench, name)
            try:
                step.run(bench, found)
            except Exception:  # One step's mistake must not cost the others.
                found.cut(traceback.format_exc())
            found.end()
            cut = cut or found.all["state"] == "cut"
            print(f"{name}: {found.all['state']}, {len(found.all['items'])} items, {found.all['seconds']:.1f} s", flush=True)
            if step is machine and found.all["state"] != "done":
                break
    finally:
        end_all()
        shutil.rmtree(bench.work, ignore_errors=True)
        summary(results)
    return 1 if cut else 0


sys.exit(main())
