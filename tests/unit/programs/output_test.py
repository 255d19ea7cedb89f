"""Programs whose standard output is full or closed report that in one line and end with a status other than 0."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

# The commands of each program that print something without a peer.
PRINTS = {
    'dimma': (('--help',), ('--dimma-help',), ('--version',), ('naming', '--help'), ('call', '--help'),
              ('ior', 'show', 'corbaloc::host/Key'), ('ior', 'show', '--json', 'corbaloc::host/Key')),
    'dimma-idl': (('--help',), ('--version',), ('-E', 'unit.idl')),
    'dimma-naming': (('--help',), ('--dimma-help',), ('--version',), ('--listen', '127.0.0.1:0', '--store', 'names')),
    'dimma-bench': (('--help',), ('null-rpc', '--help')),
    'time_client': (('--help',),),
}
REASONS = {'full': 'No space left on device', 'closed': 'Bad file descriptor'}


def run(command, how, folder):
    redirection = {'full': '>/dev/full', 'closed': '>&-', 'good': '>/dev/null'}[how]
    return subprocess.run(['sh', '-c', f'exec "$0" "$@" {redirection}', *command], cwd=folder, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, timeout=60, check=False)


def faults(command, folder):
    words = ' '.join([command[0].name, *command[1:]])
    for how, reason in REASONS.items():
        ended = run(command, how, folder)
        if ended.returncode == 0:
            yield f'{words}: ends with 0 where standard output is {how}'
        lines = ended.stderr.splitlines()
        said = [line for line in lines if 'standard output' in line]
        if len(said) != 1 or not said[0].endswith(f'cannot write to standard output: {reason}'):
            yield f'{words}: says {lines} where standard output is {how}'
    if 'names' not in words:  # that command would serve
        ended = run(command, 'good', folder)
        if ended.returncode != 0 or ended.stderr:
            yield f'{words}: ends with {ended.returncode} and says {ended.stderr!r} where nothing is wrong'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', type=pathlib.Path, required=True)
    parser.add_argument('programs', nargs='+', choices=PRINTS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'unit.idl').write_text('struct Unit { long value; };\n')
        found = [fault for program in arguments.programs for words in PRINTS[program]
                 for fault in faults([arguments.bin.resolve() / program, *words], folder)]
    if found:
        sys.exit('\n'.join(found))


if __name__ == '__main__':
    main()
