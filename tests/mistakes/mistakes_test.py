#!/usr/bin/env python3
"""mistakes_test.py --bin DIR --page PAGE [--write] GROUP: makes the mistakes of a group, and checks the printed messages.

Each message has to contain the parts that its entry in the trial requires, and has to be that of the page. With --write the
messages are written to the page instead."""

import argparse
import pathlib
import sys
import tempfile

import trial
from laboratory import Laboratory
from servers import Failure

import calls  # noqa: F401  (they add their mistakes to the trial)
import compiling  # noqa: F401
import idl  # noqa: F401
import names  # noqa: F401
import starting  # noqa: F401
import tls  # noqa: F401


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', type=pathlib.Path, required=True)
    parser.add_argument('--page', type=pathlib.Path, required=True)
    parser.add_argument('--compiler', default='c++')
    parser.add_argument('--write', action='store_true')
    parser.add_argument('group', choices=sorted({each.group for each in trial.MISTAKES}))
    arguments = parser.parse_args()
    entries, faults = [], []
    with tempfile.TemporaryDirectory(prefix='dimma-mistakes-') as folder:
        with Laboratory(arguments.bin.resolve(), folder, arguments.compiler) as laboratory:
            for each in trial.of_group(arguments.group):
                try:
                    printed = trial.lasting(each.make(laboratory), folder)
                except Failure as failure:
                    faults.append(f'{each.name}: {failure}')
                    continue
                entries.append(trial.entry(each, printed))
                faults += [f'{each.name}: no word of {fault}, in:\n{printed}' for fault in each.faults(printed)]
    page, written = arguments.page.read_text(), '\n'.join(entries).strip('\n')
    if arguments.write:
        arguments.page.write_text(trial.with_section(page, arguments.group, written))
    elif trial.section(page, arguments.group) != written:
        faults.append(f'{arguments.page} has other words than:\n{written}')
    print('\n'.join(faults) if faults else f'passed {arguments.group}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
