"""The order of rooms, which src/CMakeLists.txt and each room's own CMakeLists.txt declare with dimma_inner_rooms().

A folder may only include headers of itself, or from lower floors of the folder that contains both.
"""

import re

ORDER = re.compile(r'^dimma_inner_rooms\(([^)]*)\)', re.MULTILINE)
GENERATED = re.compile(r'(\w+?)(?:_skel|_deferred|_asio|_ami)?\.hpp')


class Rooms:
    """floors: for each folder of src/ ('' is src/), the floors of its inner folders, the lowest is 0; '.' is for its files."""

    def __init__(self, floors, interfaces=()):
        self.floors = floors
        self.interfaces = frozenset(interfaces)  # the installed IDL files, without suffix

    @staticmethod
    def of(files):
        floors = {}
        for file in files:
            if file.parts[0] != 'src' or file.parts[-1] != 'CMakeLists.txt':
                continue
            found = ORDER.search(file.text)
            if found:
                floors['/'.join(file.parts[1:-1])] = {
                    name: number for number, floor in enumerate(found[1].split()) for name in floor.split('|')}
        return Rooms(floors, (file.parts[1].removesuffix('.idl') for file in files
                              if file.parts[0] == 'idl' and file.path.endswith('.idl')))

    @property
    def names(self):
        return self.floors.get('', {})

    def is_generated(self, header):
        """True if dimma-idl generates this header, which services include, from an installed IDL file."""
        found = GENERATED.fullmatch(header)
        return found is not None and found[1] in self.interfaces

    def unknown(self, path):
        """(folder, its inner folder that the order does not name) or None."""
        parts = path.split('/')
        for depth in range(len(parts)):
            folder = '/'.join(parts[:depth])
            inner = parts[depth] if depth + 1 < len(parts) else '.'
            if folder not in self.floors:
                if inner != '.':
                    return folder, inner
            elif inner not in self.floors[folder] and not (folder == '' and inner == '.'):
                return folder, inner
        return None

    def forbids(self, path, other):
        """The reason why the file `path` below src/ may not include `other`, or None."""
        mine, others = path.split('/'), other.split('/')
        depth = 0
        while depth + 1 < min(len(mine), len(others)) and mine[depth] == others[depth]:
            depth += 1
        floors = self.floors.get('/'.join(mine[:depth]), {})
        here = mine[depth] if depth + 1 < len(mine) else '.'
        there = others[depth] if depth + 1 < len(others) else '.'
        if here == there or floors.get(there, -1) < floors.get(here, 0):
            return None
        folder = '/'.join(['src', *mine[:depth]])
        return f'in {folder}, {here} may not know {there} ({other})'
