"""Finds faults of the Debian packages in a build tree, before they are made:

contents  the components that it installs have the files of their packages
manual    every manual page has the commands and options of its program, and dimma-options(7) those of the ORB
exports   a shared library of its objects exports the public names, and the internal ones that its companions need
"""

import argparse
import pathlib
import re
import shutil
import sys

from options_manual import page_of
from packages_test import CONTENTS, check_exports, check_layout, expect, missing_words, output_of, words_of_help

PACKAGES = {'development': 'libdimma-dev', 'tools': 'dimma-tools', 'naming': 'dimma-naming'}
# Files that only packages have, and the shared library's link.
OF_PACKAGES = re.compile(r'usr/lib/systemd/|etc/|usr/share/doc/|.*libdimma\\\.so$|.*/dimma-bench')
PROGRAMS = ('dimma', 'dimma-idl', 'dimma-naming')


def outside_debian(pattern):
    """The pattern of a path in a user's prefix: without a folder for the machine, and with uncompressed manual pages."""
    for debian, plain in (('usr/lib/[^/]+/', 'usr/lib/(?:[^/]+/)?'), (r'\.1\.gz', r'\.1'), (r'\.7\.gz', r'\.7'),
                          ('zsh/vendor-completions', 'zsh/site-functions')):
        pattern = pattern.replace(debian, plain)
    return pattern


def contents(arguments):
    root = arguments.work / 'root'
    shutil.rmtree(root, ignore_errors=True)
    for component, package in PACKAGES.items():
        prefix = root / component / 'usr'
        output_of('cmake', '--install', arguments.build, '--prefix', prefix, '--component', component)
        paths = [path.relative_to(root / component).as_posix() for path in prefix.rglob('*') if not path.is_dir()]
        patterns = [outside_debian(pattern) for pattern in CONTENTS[package] if not OF_PACKAGES.match(pattern)]
        for path in paths:
            unknown = not any(re.fullmatch(pattern, path) for pattern in patterns) and not re.match(OF_PACKAGES, path)
            expect(not unknown, f'{path} is installed with {component}, and {package} is not to have it')
        for pattern in patterns:
            expect(any(re.fullmatch(pattern, path) for path in paths), f'{component} installs nothing like {pattern}')
        print(f'{component}: {len(paths)} files, {len(patterns)} patterns')


def manual(arguments):
    pages = arguments.source / 'packaging' / 'man'
    # The first rung does not build dimma-bench: its experiments are read from the table in its source.
    table = (arguments.source / 'bench' / 'main.cpp').read_text()
    listed = {'dimma-bench': set(re.findall(r'^    \{"([a-z-]+)", "', table, re.MULTILINE))}
    for program in PROGRAMS:
        listed[program] = words_of_help(output_of(arguments.build / 'bin' / program, '--help'))
    expect(set(listed) == {page.stem for page in pages.glob('*.1')}, f'{pages} has other pages than {sorted(listed)}')
    for program, words in listed.items():
        page = pages / f'{program}.1'
        check_layout(page)
        expect(len(words) > 4, f'{program} has no commands and options: {words}')
        missing = missing_words(page, words)
        expect(missing == [], f'{page.name} lacks {missing}')
    page = pages / 'dimma-options.7'
    check_layout(page)
    expect(page.read_text() == page_of(output_of(arguments.build / 'bin' / 'dimma', '--dimma-help')),
           f'{page} is to be made anew: python3 -B tests/packages/options_manual.py {arguments.build}/bin/dimma > {page}')


def exports(arguments):
    check_exports(arguments.build / 'lib' / 'exports' / 'libdimma.so', arguments.build / 'lib', arguments.source)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('build', 'source', 'work'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=True)
    steps = {'contents': contents, 'manual': manual, 'exports': exports}
    parser.add_argument('step', choices=steps)
    arguments = parser.parse_args()
    steps[arguments.step](arguments)


if __name__ == '__main__':
    sys.exit(main())
