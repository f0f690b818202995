#!/usr/bin/env python3
"""Programs whose author says how each loop runs (`parallel loop gang`, `vector`, `collapse`, `reduction`, as textbooks and public codes have
it), on the host's cores: time beside serial gcc's, as polybench.py has it.

    explicit.py [--turns=N] [--other=COMMAND] [--most=R] ACCRS [name...]

The programs are bench/explicit/*.c. It fails where a program takes more than R times as long as serial (--most; 1.0 if it isn't given)."""
import os, sys
from polybench import SUITE, compare, given

FOLDER = f"{SUITE}/bench/explicit"


def main():
    options, (accrs, *names) = given(sys.argv[1:])
    names = names or sorted(name[:-2] for name in os.listdir(FOLDER) if name.endswith(".c"))
    found = compare(options, accrs, names, lambda _, name: f"{FOLDER}/{name}.c")["accrs"]
    most = float(options.get("most", 1))
    slow = [name for name in names if found[name] > most]
    if slow:
        sys.exit(f"slower than {most} times serial: {' '.join(slow)}")


if __name__ == "__main__":
    main()
