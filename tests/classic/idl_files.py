#!/usr/bin/env python3
"""Compiles what dimma-idl --classic generates from IDL files: idl_files.py --bin DIR [-I DIR] [--all] [FILE.idl...]

Without files, those of the tree that are correct IDL. A file that is refused has to be refused because of constructs that
the classic mapping does not have; they are counted. The stubs and skeletons of all others have to compile without warnings.
Each file is compiled once, with one of the compilers and standards in turn; with --all, with each of them.
"""
import argparse
import collections
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STANDARDS = ["c++11", "c++14", "c++17", "c++20"]
FOLDERS = ["idl", "examples", "bench", "tests"]
# Illegal on purpose, or of another test's own tree.
LEFT_OUT = re.compile(r"^tests/(idl/illegal|idl/emit/siblings|tidy|install)/|/build/")
SEARCH = ["idl", "tests/idl/legal/include", "tests/idl/emit", "tests/idl/emit/parts"]
NOT_YET = re.compile(r"error: (.*) is not supported yet")


def files_of_the_tree():
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.idl"))
    return sorted(path for path in found if not LEFT_OUT.search(path.relative_to(ROOT).as_posix()))


def construct(text):
    """What is not supported, without the names of the IDL file."""
    return re.sub(r"(?<=[a-z)] )'[^']*'", "...", text)


def generate(options, idl, folder):
    """Returns the IDL files that this one includes, or None if it is refused, and the messages."""
    rule = folder / "files.d"
    done = subprocess.run([*options.generate, "--depfile", rule, "-o", folder, idl], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        return None, done.stdout
    names = rule.read_text().replace("\\\n", " ").split(":", 1)[1].split()
    return [name for name in names if name.endswith(".idl") and pathlib.Path(name) != idl], done.stdout


class Outcome:
    def __init__(self):
        self.compiled, self.refused, self.constructs, self.faults = 0, 0, collections.Counter(), []

    def refuse(self, idl, output):
        constructs = {construct(found) for found in NOT_YET.findall(output)}
        others = [line for line in output.splitlines() if "error: " in line and not NOT_YET.search(line)]
        self.refused += 1
        self.constructs.update(constructs)
        if others or not constructs:
            self.faults.append(f"{idl} is refused:\n{output}")

    def compile(self, idl, folder, command):
        for source in sorted([*folder.glob("*SK.cc"), *folder.glob("*C.cpp"), *folder.glob("*S.cpp")]):
            if not source.name.startswith(idl.stem):
                continue
            done = subprocess.run([*command, f"-I{folder}", source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True)
            if done.returncode != 0 or done.stdout:
                self.faults.append(f"{idl} with {' '.join(map(str, command))}:\n{done.stdout[:4000]}")


def parts_of_orb_idl(folder):
    """The IDL files whose generated headers the ones in the folder include, as an application would generate them."""
    headers = "".join(header.read_text() for header in [*folder.glob("*.hh"), *folder.glob("*.h")])
    used = re.findall(r'^#include [<"](ir|boxes|services)(?:\.hh|C\.h)', headers, re.MULTILINE)
    return {str(ROOT / "idl" / f"{name}.idl") for name in used}


def check(idl, ways, options, outcome):
    with tempfile.TemporaryDirectory(prefix="dimma-classic-") as name:
        folder = pathlib.Path(name)
        included, output = generate(options, idl, folder)
        if included is not None:
            included = sorted({*included, *parts_of_orb_idl(folder)})
        if included:
            done = subprocess.run([*options.generate, "-o", folder, *included], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                included, output = None, done.stdout
        if included is None:
            outcome.refuse(idl, output)
            return
        outcome.compiled += 1
        for compiler, standard in ways:
            outcome.compile(idl, folder, [compiler, f"-std={standard}", "-fsyntax-only", "-Wall", "-Wextra",
                                          *(f"-I{each.resolve()}" for each in options.include or [ROOT / "include"])])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where dimma-idl is")
    parser.add_argument("--include", type=pathlib.Path, action="append", help="dimma's public headers, may be repeated")
    parser.add_argument("--compiler", action="append", help="may be repeated; g++ and clang++")
    parser.add_argument("--option", action="append", default=[], help="of dimma-idl, may be repeated")
    parser.add_argument("--all", action="store_true", help="each file with each compiler and standard")
    parser.add_argument("-I", dest="search", action="append", default=[], help="a folder of included IDL files")
    parser.add_argument("idl", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    search = [*options.search, *(ROOT / folder for folder in SEARCH)]
    options.generate = [options.bin / "dimma-idl", "--classic", "-w", *options.option, *(f"-I{each}" for each in search)]
    return options


def main():
    options = arguments()
    files = [path.resolve() for path in options.idl] or files_of_the_tree()
    ways = list(itertools.product(options.compiler or ["g++", "clang++"], STANDARDS))
    outcome = Outcome()
    for number, idl in enumerate(files):
        check(idl, ways if options.all else [ways[number % len(ways)]], options, outcome)
    print(f"{len(files)} files: {outcome.compiled} compiled, {outcome.refused} refused")
    for what, count in outcome.constructs.most_common():
        print(f"  {count:4} refused for {what}")
    for fault in outcome.faults:
        print(f"FAILED {fault}")
    return 1 if outcome.faults or not outcome.compiled else 0


if __name__ == "__main__":
    sys.exit(main())
