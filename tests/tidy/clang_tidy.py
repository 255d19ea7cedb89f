"""Checks the library's sources with clang-tidy 14 and the checks of the tree's .clang-tidy: clang_tidy.py ROOT BUILD.

BUILD is a folder with a compile_commands.json; in one of a unity build (preset asan) sixteen files are checked at the cost
of one. CLANG_TIDY names the program, if it is neither clang-tidy-14 nor clang-tidy. The version matters, since their
findings differ.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = '14'
# The commands have options of another compiler, which clang does not support.
TOLERATED = ['--extra-arg=-Wno-unknown-warning-option', '--extra-arg=-Wno-unused-command-line-argument']
FINDING = re.compile(r'^(.*?: (?:warning|error): .*)$', re.MULTILINE)


def checker():
    named = os.environ.get('CLANG_TIDY')
    for name in [named] if named else ['clang-tidy-' + VERSION, 'clang-tidy']:
        program = shutil.which(name)
        if program is None:
            continue
        said = subprocess.run([program, '--version'], capture_output=True, text=True, check=True).stdout
        version = re.search(r'version (\d+)', said)
        if version and version[1] == VERSION:
            return program
    sys.exit(f'clang-tidy {VERSION} is needed (Debian 12: apt-get install clang-tidy-{VERSION}); CLANG_TIDY may name it')


def sources(root, build):
    """The source files of src/ in the form in which they are compiled: single files, or many in one."""
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        path = pathlib.Path(entry['directory'], entry['file'])
        in_one = path.is_relative_to(build / 'src') and 'Unity' in path.parts  # other files there are generated
        if in_one or path.is_relative_to(root / 'src'):
            yield path


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, build = (pathlib.Path(each).resolve() for each in sys.argv[1:])
    program = checker()
    files = sorted(set(sources(root, build)))
    if not files:
        sys.exit(f'{build}/compile_commands.json names no file of {root}/src')
    findings = set()
    for path in files:
        run = subprocess.run([program, '--quiet', '-p', build, f'--config-file={root}/.clang-tidy', *TOLERATED, path],
                             capture_output=True, text=True)
        found = FINDING.findall(run.stdout)
        if run.returncode != 0 and not found:
            found = [f'{path}: clang-tidy ended with {run.returncode}: {run.stderr.strip()}']
        findings.update(each.replace(f'{root}/', '') for each in found if not each.startswith(f'{build}/'))
    for finding in sorted(findings):
        print(finding)
    if findings:
        sys.exit(f'{len(findings)} findings; // NOLINT(check): why, where a finding is wrong')
    print(f'{len(files)} translation units, no findings')


main()
