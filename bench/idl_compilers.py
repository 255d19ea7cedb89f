#!/usr/bin/env python3
"""Compares dimma-idl with omniidl: the cost of compiling the C++ that they generate, and dimma-idl's time for a large file.

    bench/idl_compilers.py --bin build/release/bin

Generates IDL from a seed, in a temporary folder. Both programs generate stubs, skeletons and the support for Any
(omniidl -bcxx -Wba), and each compiler that is found compiles both with the same flags, in turns. Times are user CPU time,
the least of the turns; sizes are those of the object files. The exit status is 1 if a goal is missed: no larger and no
slower than omniidl's at -O2, and dimma-idl within 5 s for 100,000 lines. With --sizes-only nothing is timed, so that the
result is reproducible.
"""
import argparse
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LARGE_FILE_SECONDS = 5.0

BASIC = ["boolean", "octet", "char", "short", "unsigned short", "long", "unsigned long", "long long", "float", "double"]
COMMON = BASIC + ["string"] * 6 + ["sequence<octet>", "sequence<long>", "sequence<string>"]


class Estate:
    """IDL of services, each with types of its own: a struct, a sequence of it, an enumeration, a union, an exception."""

    def __init__(self, seed, depth):
        self.random = random.Random(seed)
        self.depth = depth

    def service(self, n):
        names = {"n": n, "base": f" : Service{n - 1}" if n % self.depth else ""}
        lines = [f"struct Item{n} {{"]
        lines += [f"  {self.random.choice(COMMON)} part{i};" for i in range(self.random.randint(2, 8))]
        lines += [f"}};", f"typedef sequence<Item{n}> Items{n};",
                  f"enum State{n} {{ idle{n}, busy{n}, broken{n} }};"]
        lines += [line.format(**names) for line in (
            "union Choice{n} switch (State{n}) {{", "  case idle{n}: long count;", "  case busy{n}: string task;",
            "  default: Item{n} item;", "}};", "exception Refused{n} {{", "  string why;", "  long code;", "}};",
            "interface Service{n}{base} {{")]
        lines += ["  " + self.operation(n, i) for i in range(self.random.randint(4, 9))]
        lines += [f"  Service{n} sibling{n}();", "};"]
        return lines

    def operation(self, n, i):
        kinds = COMMON + [f"Item{n}", f"Items{n}", f"State{n}", f"Choice{n}", f"Service{n}", "any"]

        def a_type():
            kind = self.random.choice(kinds)
            return "string" if kind.startswith("sequence<") else kind  # an anonymous type is not allowed here

        shape = self.random.random()
        if shape < 0.2:
            return f"attribute {a_type()} value{n}_{i};"
        if shape < 0.3:
            return f"oneway void notify{n}_{i}(in {a_type()} what);"
        parameters = ", ".join(f"{self.random.choice(['in', 'in', 'inout', 'out'])} {a_type()} p{k}"
                               for k in range(self.random.randint(0, 3)))
        raises = f" raises (Refused{n})" if self.random.random() < 0.5 else ""
        result = "void" if self.random.random() < 0.3 else a_type()
        return f"{result} call{n}_{i}({parameters}){raises};"

    def text(self, interfaces=0, lines=0):
        """IDL of `interfaces` interfaces, or of as many as it takes to have `lines` lines."""
        written = ["module Estate {"]
        n = 0
        while n < interfaces or len(written) < lines:
            written += ["  " + line for line in self.service(n)]
            n += 1
        return "\n".join(written + ["};", ""])


def user_seconds(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


class Side:
    """One IDL compiler: the files that it generated, and the cost of compiling them."""

    def __init__(self, folder, generate, sources, flags):
        folder.mkdir()
        user_seconds(generate, cwd=folder)
        self.folder, self.flags = folder, flags
        self.sources = [folder / source for source in sources]

    def compile(self, compiler, optimise):
        """Returns the user seconds, and the octets of the object files."""
        seconds, octets = 0.0, 0
        for source in self.sources:
            target = source.with_suffix(".o")
            seconds += user_seconds([compiler, "-std=c++20", *optimise.split(), *self.flags, f"-I{self.folder}",
                                     "-c", source, "-o", target])
            octets += target.stat().st_size
        return seconds, octets


class Comparison:
    def __init__(self, work, options):
        self.options = options
        idl = work / "estate.idl"
        idl.write_text(Estate(options.seed, options.depth).text(interfaces=options.interfaces))
        self.sides = {
            "dimma-idl": Side(work / "dimma", [options.bin.resolve() / "dimma-idl", idl], ["estate.cpp", "estate_skel.cpp"],
                              [f"-I{options.include.resolve()}"]),
            "omniidl": Side(work / "omni", [options.omniidl, "-bcxx", "-Wba", idl], ["estateSK.cc", "estateDynSK.cc"], []),
        }

    def run(self, compiler, optimise):
        """Prints the comparison, and returns True if a goal is missed."""
        print(f"{self.options.interfaces} interfaces, {pathlib.Path(compiler).name} {optimise}")
        least, octets = {}, {}
        for _ in range(1 if self.options.sizes_only else self.options.turns):
            for name, side in self.sides.items():
                seconds, octets[name] = side.compile(compiler, optimise)
                least[name] = min(seconds, least.get(name, seconds))
        for name in self.sides:
            time = "" if self.options.sizes_only else f"{least[name]:8.1f} s user "
            print(f"  {name:10}{time}{octets[name]:12,} octets of objects")
        ratios = [("size", octets["dimma-idl"] / octets["omniidl"])]
        if not self.options.sizes_only:
            ratios.append(("time", least["dimma-idl"] / least["omniidl"]))
        # There is no goal for -O0.
        misses = [what for what, ratio in ratios if ratio > 1 and "-O2" in optimise.split()]
        print("  dimma/omni " + ", ".join(f"{what} {ratio:.2f}" for what, ratio in ratios) +
              (f": MISSED, {' and '.join(misses)} above omniidl's" if misses else ""))
        return bool(misses)


def large_file(work, options):
    """Prints how long dimma-idl takes, and returns True if that is too long."""
    idl = work / "large.idl"
    text = Estate(options.seed, options.depth).text(lines=options.lines)
    idl.write_text(text)
    seconds = min(user_seconds([options.bin / "dimma-idl", "-o", work / "large", idl]) for _ in range(options.turns))
    missed = seconds > LARGE_FILE_SECONDS * options.lines / 100_000
    print(f"dimma-idl on {text.count(chr(10)):,} lines: {seconds:.2f} s user" + (": MISSED" if missed else ""))
    return missed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where dimma-idl is")
    parser.add_argument("--include", type=pathlib.Path, default=HERE.parent / "include", help="dimma's public headers")
    parser.add_argument("--omniidl", default="omniidl")
    parser.add_argument("--interfaces", type=int, default=200)
    parser.add_argument("--depth", type=int, default=3, help="interfaces that derive from each other in a row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=100_000, help="of the large file; 0 for none")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--compiler", action="append", help="may be repeated; g++ and clang++ where they are")
    parser.add_argument("--optimise", action="append", help="flags, may be repeated; -O2 and -O0")
    parser.add_argument("--sizes-only", action="store_true", help="one turn, no times and no large file")
    return parser.parse_args()


def main():
    options = arguments()
    compilers = options.compiler or [each for each in ("g++", "clang++") if shutil.which(each)]
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        if options.lines and not options.sizes_only:
            missed = large_file(work, options)
        comparison = Comparison(work, options)
        for compiler in compilers:
            for optimise in options.optimise or ["-O2", "-O0"]:
                missed = comparison.run(compiler, optimise) or missed
    print("a goal is missed" if missed else "the goals are met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
