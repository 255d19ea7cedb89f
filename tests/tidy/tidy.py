"""Checks the source tree against the rules of the code: tidy.py ROOT [--exceptions FILE].

Exit status 0 if there are no findings. A line of the exceptions file is "rule path reason in words"; a line that excuses
nothing is itself a finding, so that the list can only shrink.
"""

import argparse
import os
import pathlib
import sys

import checks

SKIPPED = {'.git', 'build', '.cache', '__pycache__'}


def read_tree(root):
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED and not name.startswith('build-'))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            octets = path.read_bytes()
            try:
                text = octets.decode()
            except UnicodeDecodeError:
                text = octets.decode('latin-1')
            relative = path.relative_to(root).as_posix()
            files.append(checks.File(relative, text, os.access(path, os.X_OK)))
    return files


def read_exceptions(path):
    exceptions = {}
    for number, line in enumerate(pathlib.Path(path).read_text().split('\n'), 1):
        line = line.split('#')[0].strip()
        if not line:
            continue
        words = line.split(maxsplit=2)
        if len(words) < 3:
            sys.exit(f'{path}:{number}: an exception is "rule path reason"')
        exceptions[words[0], words[1]] = number
    return exceptions


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('root')
    parser.add_argument('--exceptions')
    arguments = parser.parse_args()

    files = read_tree(arguments.root)
    exceptions = read_exceptions(arguments.exceptions) if arguments.exceptions else {}
    used = set()
    count = 0
    for finding in checks.check_tree(files):
        key = (finding.rule, finding.path)
        if key in exceptions:
            used.add(key)
            continue
        print(finding)
        count += 1
    for key, number in exceptions.items():
        if key not in used:
            print(f'{arguments.exceptions}:{number}: excuses nothing any more: {" ".join(key)}')
            count += 1
    print(f'{len(files)} files, {count} findings')
    return 1 if count else 0


if __name__ == '__main__':
    sys.exit(main())
