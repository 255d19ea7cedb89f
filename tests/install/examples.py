"""The step `examples` of outside.py: builds the stand-alone examples with the installed tree, and runs the commands in their
READMEs. A README's blocks are like those of a page of the manual (tests/docs/snippets.py): `console` is a session, `sh` a
script. They run in the example's build folder, in the order of the page; the output in a session is compared with that of
the programs.
"""

import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'docs'))
import markdown  # noqa: E402
import session  # noqa: E402

NOT_RUN = re.compile(r'<!-- not run: \S+ \S+ .*?-->\s*\Z')
FAILS = re.compile(r'<!-- fails -->\s*\Z')


class Wrong(Exception):
    """The fault of an example."""


def examples_of(source):
    """The folders of the stand-alone examples: those that call find_package(dimma)."""
    folders = sorted(path.parent for path in source.glob('examples/*/CMakeLists.txt')
                     if re.search(r'^find_package\(dimma\b', path.read_text(), re.M))
    table = (source / 'examples' / 'README.md').read_text()
    for folder in folders:
        if not (folder / 'README.md').exists():
            raise Wrong(f'{folder} has no README.md')
        if f'({folder.name}/README.md)' not in table:
            raise Wrong(f'examples/README.md does not lead to {folder.name}/README.md')
    return folders


def run_readme(readme, folder, prefix):
    """Runs the blocks of a README in the folder; returns the number of commands of its sessions that were compared."""
    text = readme.read_text()
    lines = text.split('\n')
    environment = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}
    environment.update(PATH=f'{prefix / "bin"}:{environment["PATH"]}', HOME=str(folder), LC_ALL='C.UTF-8',
                       DIMMA_ENDPOINT='iiop://127.0.0.1')
    compared = 0
    with session.Shell(folder, environment) as shell:
        for block in markdown.read(text).blocks:
            above = '\n'.join(lines[:block.line - 1])
            if block.info not in ('console', 'sh') or NOT_RUN.search(above):
                continue
            if block.info == 'sh':
                commands = [(block.line, block.text, ['...'])]
            else:
                commands = session.commands_of(block.text, block.line)
                compared += len(commands)
            for line, command, expected in commands:
                status, output = shell.run(command)
                if not session.agrees(expected, output):
                    raise Wrong(f'{readme}:{line}: {command.strip()}\nprints\n' + '\n'.join(output) + '\nand not\n'
                                + '\n'.join(expected))
                if (status != 0) != bool(FAILS.search(above)):
                    raise Wrong(f'{readme}:{line}: {command.strip()}\nends with status {status}\n' + '\n'.join(output))
    if not compared:
        raise Wrong(f'{readme} shows no session that could be compared')
    return compared


def check(source, build, prefix, configure, names=()):
    """Checks all examples, or only those in `names`. `configure` configures a project and builds it in `build`."""
    folders = [folder for folder in examples_of(source) if not names or folder.name in names]
    missing = set(names) - {folder.name for folder in folders}
    if missing or not folders:
        raise Wrong(f'there is no stand-alone example {", ".join(sorted(missing)) or "at all"}')
    configure(HERE / 'examples', build, '-DEXAMPLES=' + ';'.join(map(str, folders)))
    for folder in folders:
        try:
            commands = run_readme(folder / 'README.md', build / folder.name, prefix)
        except (session.Wrong, ValueError) as wrong:
            raise Wrong(f'{folder / "README.md"}:{wrong}') from None
        print(f'{folder.name}: {commands} commands print what its README shows', flush=True)
