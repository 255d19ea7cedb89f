"""Checks that clang-format 14 with the tree's .clang-format would change no C++ file: format.py ROOT [--fix].

With --fix it changes them. CLANG_FORMAT names the program, if it is neither clang-format-14 nor clang-format. The
version matters, since versions break some lines differently.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = '14'
SUFFIXES = {'.cpp', '.hpp'}
SKIPPED = {'.git', '.cache'}
FILES_A_RUN = 50


def formatter():
    named = os.environ.get('CLANG_FORMAT')
    for name in [named] if named else ['clang-format-' + VERSION, 'clang-format']:
        program = shutil.which(name)
        if program is None:
            continue
        said = subprocess.run([program, '--version'], capture_output=True, text=True, check=True).stdout
        version = re.search(r'version (\d+)', said)
        if version and version[1] == VERSION:
            return program
    sys.exit(f'clang-format {VERSION} is needed (Debian 12: apt-get install clang-format-{VERSION}); '
             'CLANG_FORMAT may name it')


def cpp_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in SKIPPED and not each.startswith('build'))
        yield from (str(pathlib.Path(folder, name)) for name in sorted(names) if pathlib.Path(name).suffix in SUFFIXES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('root')
    parser.add_argument('--fix', action='store_true')
    arguments = parser.parse_args()
    program = formatter()
    files = list(cpp_files(arguments.root))
    if not files:
        sys.exit(f'{arguments.root}: no C++ file is there')
    options = ['-i'] if arguments.fix else ['--dry-run', '-Werror', '--ferror-limit=1']
    bad = 0
    for first in range(0, len(files), FILES_A_RUN):
        run = subprocess.run([program, '--style=file', *options, *files[first:first + FILES_A_RUN]])
        bad += run.returncode != 0
    if bad:
        sys.exit('run tests/tidy/format.py . --fix')
    print(f'{len(files)} files, all formatted')


main()
