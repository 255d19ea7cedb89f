#!/usr/bin/env python3
"""Compares the C++ of dimma-idl --classic with that of omniidl: the time of compiling it, and the size of its code.

    bench/classic_compilers.py --bin build/release/bin [-I DIR] [--any] [FILE.idl...]

Both programs get the same options (-bcxx, and -Wba for --any), and their code is compiled with the same flags. The files are
those of the examples and of the interoperability tests unless others are given. A file that one of the programs refuses is
left out, with its name. Times are user CPU time, the least of the turns; sizes are text and data of the object files, as the
program size prints them. The exit status is 1 if dimma's code is larger or slower to compile than omniidl's in total.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

from idl_compilers import user_seconds

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["examples/Time/time.idl", "examples/Timing/timing.idl", "examples/Buffers/perf.idl",
         "tests/interop/everything.idl", "tests/interop/callbacks.idl", "tests/interop/contexts.idl",
         "tests/stress/stress.idl", "tests/access/plant.idl"]


def generates(command, folder):
    folder.mkdir(parents=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0


def text_and_data(objects):
    """The octets of code, constants, variables and tables for exceptions."""
    lines = subprocess.run(["size", *objects], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[1:]
    return sum(int(text) + int(data) for text, data in (line.split()[:2] for line in lines))


class Side:
    """The code of one IDL compiler for one IDL file."""

    def __init__(self, name, folder, command, flags):
        self.name, self.folder, self.flags = name, folder, flags
        self.accepts = generates(command, folder)
        self.seconds, self.octets = None, None

    def compile(self, compiler, optimise, standard):
        seconds, objects = 0.0, []
        for source in sorted(self.folder.glob("*.cc")):
            target = source.with_suffix(".o")
            seconds += user_seconds([compiler, f"-std={standard}", *optimise.split(), *self.flags, f"-I{self.folder}",
                                     "-c", source, "-o", target])
            objects.append(target)
        self.seconds = min(seconds, self.seconds or seconds)
        self.octets = text_and_data(objects)


def sides_of(idl, work, options):
    search = [f"-I{folder}" for folder in options.search]
    common = ["-bcxx", *(["-Wba"] if options.any else []), *search]

    def side(name, command, flags):
        return Side(name, work / name, [*command, *common, f"-C{work / name}", idl.resolve()], flags)
    return [side("dimma-idl", [options.bin / "dimma-idl", "--classic"], [f"-I{options.include.resolve()}"]),
            side("omniidl", [options.omniidl], [])]


def row(title, dimma, omni):
    print(f"{title:32}{dimma.seconds:8.2f}{omni.seconds:8.2f}{dimma.seconds / omni.seconds:7.2f}"
          f"{dimma.octets:10,}{omni.octets:10,}{dimma.octets / omni.octets:7.2f}", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where dimma-idl is")
    parser.add_argument("--include", type=pathlib.Path, default=ROOT / "include", help="dimma's public headers")
    parser.add_argument("--omniidl", default="omniidl")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--optimise", default="-O2", help="flags")
    parser.add_argument("--standard", default="c++17")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--any", action="store_true", help="with the code for Any")
    parser.add_argument("-I", dest="search", action="append", default=[], help="a folder of included IDL files")
    parser.add_argument("idl", nargs="*", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = arguments()
    files = options.idl or [ROOT / name for name in FILES]
    print(f"{'':32}{'s dimma':>8}{'s omni':>8}{'ratio':>7}{'dimma':>10}{'omni':>10}{'ratio':>7}")
    total = [argparse.Namespace(seconds=0.0, octets=0), argparse.Namespace(seconds=0.0, octets=0)]
    with tempfile.TemporaryDirectory() as folder:
        for number, idl in enumerate(files):
            sides = sides_of(idl, pathlib.Path(folder, str(number)), options)
            refusing = [side.name for side in sides if not side.accepts]
            if refusing:
                print(f"{idl.name:32}refused by {' and '.join(refusing)}")
                continue
            for _ in range(options.turns):
                for side in sides:
                    side.compile(options.compiler, options.optimise, options.standard)
            row(idl.name, *sides)
            for whole, side in zip(total, sides):
                whole.seconds += side.seconds
                whole.octets += side.octets
    if not total[1].octets:
        sys.exit("no file was compiled")
    row("total", *total)
    missed = total[0].seconds > total[1].seconds or total[0].octets > total[1].octets
    print("a goal is missed" if missed else "the goals are met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
