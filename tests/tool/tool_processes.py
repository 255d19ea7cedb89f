"""The command dimma, and the servers of tests/interop for its tests."""

import argparse
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
INTEROP = HERE.parent / 'interop'
sys.path.insert(0, str(INTEROP / 'harness'))
sys.path.insert(0, str(HERE.parent / 'common'))

from processes import Failure, Server  # noqa: E402  (behind the path)

__all__ = ['DONE', 'Failure', 'INTEROP', 'MISUSED', 'ORBS', 'REFUSED', 'Server', 'ToolLaboratory', 'require', 'run_one',
           'until']

WITHIN_S = 60
DONE, REFUSED, MISUSED = range(3)
ORBS = ('dimma', 'omni')


def require(condition, text):
    if not condition:
        raise Failure(str(text))


def until(what, condition):
    end = time.monotonic() + WITHIN_S
    while not condition():
        require(time.monotonic() < end, f'not within {WITHIN_S} s: {what}')
        time.sleep(0.05)


class ToolLaboratory:
    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder

    @contextlib.contextmanager
    def server(self, orb, kind='everything', *options):
        """Runs a server of tests/interop; yields the file with its reference."""
        folder = self.folder / f'{orb}-{kind}'
        folder.mkdir()
        command = [self.programs / f'{orb}_{kind}_server', '--ior-dir', folder, *options]
        with Server(command, folder, f'{orb}_{kind}_server'):
            yield folder / f'{kind}.ior'

    def command(self, *words):
        return [str(self.programs / 'dimma'), *map(str, words)]

    def run(self, *words, **options):
        return subprocess.run(self.command(*words), capture_output=True, text=True, timeout=WITHIN_S, **options)

    def tool(self, *words, status=DONE, **options):
        """The output of the tool, which has to end with that status and without a message on standard error."""
        done = self.run(*words, **options)
        require(done.returncode == status and done.stderr == '',
                f'{words}: {done.returncode} {done.stdout}{done.stderr}')
        return done.stdout

    def json(self, *words, status=DONE, **options):
        return json.loads(self.tool(*words, status=status, **options))

    def fails(self, *words, says, status=MISUSED, **options):
        done = self.run(*words, **options)
        require(done.returncode == status, f'{words}: {done.returncode} {done.stdout}{done.stderr}')
        require(done.stderr.startswith('dimma: ') and says in done.stderr, f'{words}: {done.stderr!r} without {says!r}')
        require(done.stdout == '', f'{words}: {done.stdout}')

    def call(self, reference, idl, operation, *arguments, status=DONE, options=()):
        """The result as a Python object; the arguments are converted to JSON."""
        words = ['call', reference, operation, *map(json.dumps, arguments)]
        return self.json(*words, '--idl', INTEROP / f'{idl}.idl', *options, status=status)

    def call_fails(self, reference, idl, operation, *arguments, says):
        self.fails('call', reference, operation, *map(json.dumps, arguments), '--idl', INTEROP / f'{idl}.idl', says=says)


def run_one(description, scenarios):
    """The main function of a script with scenarios; returns its exit status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--bin', type=pathlib.Path, required=True)
    parser.add_argument('scenario', choices=scenarios)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='dimma-tool-') as folder:
        try:
            scenarios[arguments.scenario](ToolLaboratory(arguments.bin.resolve(), pathlib.Path(folder)))
        except Failure as failure:
            print(f'FAILED {arguments.scenario}: {failure}')
            return 1
    print(f'passed {arguments.scenario}')
    return 0
