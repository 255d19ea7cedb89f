"""Checks src/idl/emit/names/macros.txt against a compiler: an IDL name that is a macro in C++ has to be renamed.

The table has the macros that generated headers define, and those of the headers of the C++ standard library and of C,
which an application may include before them. `--write` adds the macros of this compiler that the table lacks.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

# As the standard lists them, without <complex.h>, <tgmath.h> and <stdatomic.h>, whose macros in C++ (such as `I`)
# depend on the compiler.
HEADERS = '''
algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable coroutine deque
exception execution expected filesystem format forward_list fstream functional future generator initializer_list iomanip ios
iosfwd iostream istream iterator latch limits list locale map mdspan memory memory_resource mutex new numbers numeric optional
ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream
stack stacktrace stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring
ctime cuchar cwchar cwctype
assert.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h
stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
'''.split()
STANDARDS = ('c++20', 'gnu++20')
# It uses everything for which the emitter may include headers.
IDL = '''
module Everything {
  enum Colour { red };
  bitmask Flags { bold };
  union Choice switch (Colour) { case red: wstring<4> text; };
  struct Parts {
    @optional long number;
    fixed<10, 2> price;
    map<string, Choice> choices;
    sequence<octet, 4> octets;
    any value;
    Flags marks;
  };
  exception Refused { string why; };
  valuetype Node { public Node next; factory make(in long number); };
  interface Worker { Parts work(in Parts given, inout Node chain) raises (Refused); };
};
'''
OWN = 'DIMMA_'  # the emitter treats every name with this prefix as a macro
WIDTH = 120


def macros(compiler, standard, text, folders):
    """The names of macros after `text` that could be the identifier of a declaration in IDL."""
    command = [*compiler, f'-std={standard}', '-w', '-dM', '-E', '-x', 'c++', *(f'-I{folder}' for folder in folders), '-']
    printed = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout
    return set(re.findall(r'^#define ([A-Za-z]\w*)', printed, re.MULTILINE))


def wanted(arguments):
    names = set()
    standard_headers = ''.join(f'#if __has_include(<{each}>)\n#include <{each}>\n#endif\n' for each in HEADERS)
    with tempfile.TemporaryDirectory() as folder:
        idl = pathlib.Path(folder) / 'everything.idl'
        idl.write_text(IDL)
        subprocess.run([arguments.idl_compiler, '--ami', '--deferred', '--stream-operators', '-o', folder, idl], check=True, timeout=60)
        generated = ''.join(f'#include "{path.name}"\n' for path in sorted(pathlib.Path(folder).glob('*.hpp')))
        for standard in STANDARDS:
            names |= macros(arguments.compiler, standard, standard_headers, ())
            names |= macros(arguments.compiler, standard, generated, (folder, arguments.include))
    return {name for name in names if not name.startswith(OWN)}


def table(path):
    lines = path.read_text().splitlines()
    head = [line for line in lines if line.startswith('#')]
    return head, [name for line in lines if not line.startswith('#') for name in line.split()]


def write(path, head, names):
    lines = ['']
    for name in sorted(names):
        if len(lines[-1]) + 1 + len(name) > WIDTH:
            lines.append('')
        lines[-1] += f' {name}' if lines[-1] else name
    path.write_text('\n'.join([*head, *lines]) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--compiler', nargs='+', required=True)
    parser.add_argument('--idl-compiler', required=True)
    parser.add_argument('--include', required=True, help="dimma's include folder")
    parser.add_argument('--table', type=pathlib.Path, required=True)
    parser.add_argument('--write', action='store_true')
    arguments = parser.parse_args()
    head, known = table(arguments.table)
    if known != sorted(set(known)):
        sys.exit(f'{arguments.table} is not sorted, or has a name twice')
    names = wanted(arguments)
    if not {'CHAR_WIDTH', 'SIGTERM', 'DBL_MAX', 'EOF', 'errno', 'assert'} <= names:
        sys.exit(f'the compiler tells of {len(names)} macros, and not of those that every C++ library has')
    if arguments.write:
        write(arguments.table, head, names | set(known))
        return
    missing = sorted(names - set(known))
    if missing:
        sys.exit(f'{arguments.table} lacks macros that IDL could have for names; {sys.argv[0]} --write adds them: {" ".join(missing)}')
    print(f'{len(names)} macros, all among the {len(known)} of the table')


if __name__ == '__main__':
    main()
