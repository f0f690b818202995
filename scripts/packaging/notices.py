"""The licenses of what the programs hold besides accrs's own code: each crate that they are linked with, with the texts that it comes with. A text that
several crates have stands once.

usage: notices.py
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIPPED = ("accrs", "accrt", "accrs-gpu")
NAMES = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


def metadata():
    host = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    triple = next(line.split()[1] for line in host.splitlines() if line.startswith("host:"))
    words = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={triple}"]
    return json.loads(subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def linked(graph):
    """The packages that the shipped ones depend on in the finished programs, without those that only run while these are built."""
    packages = {package["id"]: package for package in graph["packages"]}
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    members = set(graph["workspace_members"])
    waiting = [i for i in members if packages[i]["name"] in SHIPPED]
    seen = set(waiting)
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            # A macro's package is a program that the compiler runs.
            macro = any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
            if normal and not macro and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    found = [packages[i] for i in seen - members]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.upper().startswith(NAMES):
            yield path.read_text(encoding="utf-8", errors="replace").strip()


def main():
    packages = linked(metadata())
    if len(packages) < 20:
        sys.exit("notices: the list of crates is too short to be true")
    users = {}
    print("accrs's programs and libraries hold code of these crates (https://crates.io), and of Rust's standard library (MIT or Apache-2.0).\n")
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if not package["license"]:
            sys.exit(f"notices: {name} names no license")
        print(f"{name}: {package['license']}")
        for text in texts(package):
            users.setdefault(text, []).append(name)
    for text, names in users.items():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n\n{text}")


if __name__ == "__main__":
    main()
