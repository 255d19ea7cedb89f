"""The file of recorded counts of a null RPC. A count that grows fails its test until the file is changed too, so that
growth is seen in review."""

import json

from processes import Failure

# The excess over the file's count that is allowed: for instructions a share of it, as they depend on the compiler's patch
# level and on the functions that the C library selects for a processor; for calls less than one per call, for chance.
ALLOWED = {"instructions": lambda figure: 0.03 * figure, "system calls": lambda figure: 0.5,
           "heap allocations": lambda figure: 0.1}


class Recorded:
    """The part of the file for one build, with or without threads; for instructions also for one compiler."""

    def __init__(self, path, build, compiler, record):
        self.path, self.build, self.record = path, build, record
        self.compiler = compiler
        self.file = json.loads(path.read_text()) if path else {}

    def name(self, kind):
        return f"{kind}, {self.compiler}" if kind == "instructions" else kind

    def figure(self, kind, what, otherwise):
        """The count in the file, or `otherwise`."""
        return self.file.get(self.build, {}).get(self.name(kind), {}).get(what, otherwise)

    def check(self, kind, what, count):
        """Raises Failure if the count has grown. A count that is not in the file is not checked."""
        if self.path is None:
            return
        name = self.name(kind)
        figures = self.file.setdefault(self.build, {}).setdefault(name, {})
        if self.record:
            figures[what] = round(count)
            self.path.write_text(json.dumps(self.file, indent=2, sort_keys=True) + "\n")
            return
        if what not in figures:
            print(f"  {self.path.name} says nothing of {name}, {what}")
            return
        figure = figures[what]
        if count > figure + ALLOWED[kind](figure):
            raise Failure(f"{what}: {count:g} {kind} a null RPC; {self.path.name} has {figure} ({self.build}). If that has to "
                          f"be, record it: counts.py ... --record")
        if count < figure - ALLOWED[kind](figure):
            print(f"  less than the {figure} in {self.path.name}: record it, so that it stays so")
