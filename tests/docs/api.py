"""Finds undocumented declarations in the public headers: api.py ROOT --work FOLDER.

tools/site/api_model.py reads the headers, as it does for the pages of the site. A class, function or enumeration is
documented by its own comment (/// or ///<), or by the one above the run of lines that contains it. No comment is required
for: special members (constructors, copies, destructors, operators); names that begin with _; a member's accessors, a pair of
functions of one name, which the class's comment covers; exceptions without members. A class whose comment says "The
operations are those of CLAUSE" has its operations documented by that specification.
Each header has to be named on the page docs/reference/headers.md."""

import argparse
import collections
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / 'tools/site'))

import api_model  # noqa: E402

PAGE = 'docs/reference/headers.md'
KINDS = {'function', 'enum'}
OF_ITSELF = re.compile(r'~|operator|_|swap$|explicit$')
BY_CLAUSE = re.compile(r'[Tt]he (operations|members|functions) are those of ')


def accessors_of(members):
    """The names of pairs of functions, one without parameters and one without a result."""
    signatures = collections.defaultdict(set)
    for member in members:
        if member.kind == 'function':
            parameters = len(member.element.findall('param'))
            if parameters == 0:
                signatures[member.name].add('get')
            elif parameters == 1 and api_model.text_of(member.element.find('type')) in ('void', 'constexpr void'):
                signatures[member.name].add('set')
    return {name for name, kinds in signatures.items() if kinds == {'get', 'set'}}


def is_asked_for(member, owner):
    definition = (member.element.findtext('definition') or '') + (member.element.findtext('argsstring') or '')
    return (member.kind in KINDS and not OF_ITSELF.match(member.name) and member.name != owner
            and member.element.find('reimplements') is None and not re.search(r'=\s*default\b', definition))


class Check:
    def __init__(self):
        self.found = []  # (path, line, what)
        self.asked = 0

    def runs(self, header, runs, owner=''):
        pairs = accessors_of(member for run in runs for member in run.members) if owner else set()
        for run in runs:
            for member in run.members:
                if is_asked_for(member, owner) and member.name not in pairs:
                    self.asked += 1
                    if not run.described:
                        self.found.append((header.path, member.line, member.qualified))

    def header(self, header):
        self.runs(header, [part for part in header.parts if isinstance(part, api_model.Run)])
        for part in header.classes:
            if part.name.startswith('_'):
                continue
            self.asked += 1
            if not api_model.has_words(part.element):
                self.found.append((header.path, part.line, part.qualified))
            if not any(BY_CLAUSE.search(api_model.text_of(part.element.find(name))) for name in api_model.DESCRIPTIONS):
                self.runs(header, part.runs, part.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--work', type=pathlib.Path, required=True, help='a folder for Doxygen, which is emptied')
    parser.add_argument('--count', action='store_true', help='say how many there are of each header')
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    check = Check()
    for header in api_model.read(root, arguments.work.resolve()):
        check.header(header)
    page = (root / PAGE).read_text()
    check.found += [(PAGE, 1, path) for path in api_model.public_headers(root) if f'(../../{path})' not in page]
    if arguments.count:
        for path, count in collections.Counter(path for path, _, _ in check.found).most_common():
            print(count, path)
    else:
        for path, line, what in check.found:
            print(f'{path}:{line}: {what} is not documented')
    print(f'{check.asked} classes, functions and enumerations, {len(check.found)} without a word')
    return 1 if check.found or check.asked < 500 else 0


if __name__ == '__main__':
    sys.exit(main())
