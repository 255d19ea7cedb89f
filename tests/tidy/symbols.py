"""symbols.py SOURCE BUILD: checks that the objects of each room of src/ need only functions and data of lower rooms.

Includes of public headers do not show which room a function is in; the symbols do.
"""

import collections
import os
import pathlib
import subprocess
import sys

import checks
from rooms import Rooms


def symbols(objects):
    """(defined, needed) of object files."""
    defined, needed = set(), set()
    text = subprocess.run(['nm', '--format=posix', '--', *objects], check=True, capture_output=True, text=True).stdout
    for line in text.split('\n'):
        words = line.split()
        if len(words) < 2 or line.endswith(':'):
            continue
        (needed if words[1] in 'Uwv' else defined).add(words[0])
    return defined, needed - defined


def needs(rooms):
    """Yields (room, other room, symbols) for each pair in which the first needs symbols that only the second defines."""
    owners = collections.defaultdict(set)
    for room, (defined, _) in rooms.items():
        for symbol in defined:
            owners[symbol].add(room)
    found = collections.defaultdict(list)
    for room, (_, needed) in rooms.items():
        for symbol in sorted(needed):
            if len(owners[symbol]) == 1:
                found[room, *owners[symbol]].append(symbol)
    return found


def demangled(symbol):
    return subprocess.run(['c++filt', symbol], capture_output=True, text=True).stdout.strip() or symbol


def objects_of(build, room):
    """The objects of the room's library, without those for tests; those of the inner rooms if the room has no library."""
    folder = pathlib.Path(build, 'src', room)
    libraries = [folder / 'CMakeFiles' / f'dimma_{room}.dir']
    if not libraries[0].exists():
        libraries = folder.glob(f'*/CMakeFiles/dimma_{room}_*.dir')
    return sorted(str(path) for library in libraries for path in library.rglob('*.o'))


def main():
    source, build = map(pathlib.Path, sys.argv[1:])
    files = [checks.File(path.relative_to(source).as_posix(), path.read_text())
             for path in sorted((source / 'src').rglob('CMakeLists.txt'))]
    order = Rooms.of(files)
    objects = {room: objects_of(build, room) for room in order.names if room != 'idl'}
    empty = [room for room, found in objects.items() if not found]
    if empty:
        sys.exit(f'no objects of {", ".join(empty)} below {os.path.abspath(build)}')
    wrong = 0
    for (room, other), names in sorted(needs({room: symbols(found) for room, found in objects.items()}).items()):
        if order.forbids(f'{room}/.', f'{other}/.'):
            wrong += 1
            print(f'{room} may not know {other}, but needs {len(names)} of its symbols: '
                  + '; '.join(demangled(name) for name in names[:5]))
    print(f'{sum(map(len, objects.values()))} objects, {wrong} findings')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
