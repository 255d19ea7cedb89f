#!/usr/bin/env python3
"""names_test.py --bin DIR --compiler CXX --include DIR [--include DIR]: the table of `dimma port` is true to the headers.

Every name that dimma has is compiled. Every name that it lacks is declared by the test itself, which fails to compile, or
finds something else, if the headers have the name too.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TAG = '::lacking::Tag'


def forwarding_headers(include):
    """The headers with other ORBs' names, each with the folder that is searched for it."""
    roots = [path for path in sorted((include / 'dimma' / 'compat').glob('*')) if path.is_dir()]
    return {str(path.relative_to(root)): root for root in roots for path in sorted(root.rglob('*.h*')) if path.is_file()}


def split(name):
    scope, _, last = name.rpartition('::')
    return scope, last


def line_of_present(number, entry):
    name, kind = entry['name'], entry['kind']
    if kind == 'macro':
        return f'#ifndef {name}\n#error {name} is no macro\n#endif'
    if kind == 'name':
        return f'namespace present_{number} {{ using ::{name}; }}'
    scope, last = split(name)
    return f'struct Present_{number} : ::{scope} {{ using ::{scope}::{last}; }};'


def line_of_absent(number, entry, classes):
    """Absent names of a namespace are declared in another one, which a using-directive joins with it; members in a second base."""
    name, kind = entry['name'], entry['kind']
    scope, last = split(name)
    if kind == 'macro':
        return f'#ifdef {name}\n#error {name} is a macro\n#endif'
    if kind == 'name':
        opened = ''.join(f'namespace {part} {{ ' for part in scope.split('::') if part)
        closed = ' }' * len([part for part in scope.split('::') if part])
        inside = '::lacking::' + (scope or 'global')
        joined = f'{opened}using namespace {inside};{closed}' if scope else f'using namespace {inside};'
        declared = f'namespace lacking {{ namespace {scope.replace("::", " { namespace ") or "global"} {{ typedef {TAG} {last}; }}'
        declared += ' }' * (scope.count('::') + 1)
        return f'{declared} {joined} static_assert(std::is_same< ::{name}, {TAG}>::value, "dimma has {name}");'
    if scope not in classes:
        return f'// {name}: the class does not exist'
    return (f'struct Fallback_{number} {{ typedef {TAG} {last}; }}; struct Absent_{number} : ::{scope}, Fallback_{number} {{}}; '
            f'static_assert(std::is_same<Absent_{number}::{last}, {TAG}>::value, "dimma has {name}");')


def wrong_patterns(entries, text):
    """The patterns of absent names that names of the headers match."""
    known = {entry['name'] for entry in entries if '*' not in entry['name']}
    wrong = []
    for entry in entries:
        name = entry['name']
        if '*' not in name or entry['kind'] != 'name' or entry['status'] != 'lacks':
            continue
        scope, last = split(name)
        if scope and re.search(rf'\bnamespace {scope}\b', text):
            wrong.append(f'{name}: there is a namespace {scope}')
        if not scope:
            pattern = re.escape(last).replace(r'\*', r'\w+')
            wrong += [f'{name}: there is {found}' for found in sorted(set(re.findall(rf'\b{pattern}\b', text)) - known)]
    return wrong


def wrong_headers(entries, forwarding):
    wrong = []
    for entry in entries:
        if entry['kind'] != 'header' or '*' in entry['name']:
            continue
        if (entry['name'] in forwarding) != (entry['status'] != 'lacks'):
            wrong.append(f"{entry['name']}: the table says that dimma {entry['status']} it")
    return wrong


def errors(compiler, folder, status, entries, lines, headers, searched):
    """One text for each entry whose line does not compile, or the compiler's output if the fault is elsewhere."""
    source = folder / f'{status}.cpp'
    head = ['#include <type_traits>', *(f'#include <{header}>' for header in headers), 'namespace lacking { struct Tag {}; }']
    source.write_text('\n'.join([*head, *lines, '']))
    command = [compiler, '-std=c++11', '-DDIMMA_OMNIORB', '-fsyntax-only', '-w', *(f'-I{each}' for each in searched), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode == 0:
        return []
    owners = [None] * (len(head) + 1)
    for entry, text in zip(entries, lines):
        owners += [entry] * (text.count('\n') + 1)
    places = {int(line) for line in re.findall(rf'^{re.escape(str(source))}:(\d+):\d+: error', done.stderr, re.M)}
    blamed = [owners[place] for place in sorted(places) if place < len(owners) and owners[place]]
    return [f"{entry['kind']} {entry['name']} is not {status}" for entry in blamed] or [done.stderr]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', type=pathlib.Path, required=True)
    parser.add_argument('--compiler', required=True)
    parser.add_argument('--include', type=pathlib.Path, action='append', required=True)
    arguments = parser.parse_args()
    include = arguments.include[0].resolve()
    listed = subprocess.run([arguments.bin / 'dimma', 'port', '--list', '--json'], capture_output=True, text=True, check=True, timeout=60)
    entries = json.loads(listed.stdout)
    forwarding = forwarding_headers(include)
    own = sorted(str(path.relative_to(include)) for path in (include / 'dimma' / 'classic').glob('*.hpp'))
    headers = [*own, *forwarding]
    exact = [entry for entry in entries if '*' not in entry['name'] and entry['kind'] in ('name', 'member', 'qualified', 'macro')]
    present = [entry for entry in exact if entry['status'] != 'lacks']
    absent = [entry for entry in exact if entry['status'] == 'lacks']
    classes = {split(entry['name'])[0] for entry in present if entry['kind'] in ('member', 'qualified')}
    text = '\n'.join(path.read_text() for path in (include / 'dimma').rglob('*')
                     if path.is_file() and path.relative_to(include).parts[1] in ('classic', 'compat'))
    searched = [*arguments.include, *sorted(set(forwarding.values()))]
    wrong = wrong_patterns(entries, text) + wrong_headers(entries, forwarding)
    with tempfile.TemporaryDirectory(prefix='dimma-port-') as folder:
        for status, chosen, lines in (
                ('present', present, [line_of_present(number, entry) for number, entry in enumerate(present)]),
                ('absent', absent, [line_of_absent(number, entry, classes) for number, entry in enumerate(absent)])):
            wrong += errors(arguments.compiler, pathlib.Path(folder), status, chosen, lines, headers, searched)
    print(f'{len(present)} names that dimma has, {len(absent)} that it lacks')
    print('\n'.join(wrong))
    return 1 if wrong or not present or not absent else 0


if __name__ == '__main__':
    sys.exit(main())
