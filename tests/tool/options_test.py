#!/usr/bin/env python3
"""options_test.py --bin DIR SCENARIO: the options of the ORB, by the command dimma and dimma-naming, which have one."""

import os
import subprocess
import sys

from tool_processes import DONE, REFUSED, WITHIN_S, require, run_one

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}


def check_help(laboratory):
    """Printed to standard output whatever else is said, before anything is opened."""
    text = laboratory.tool('--dimma-help', env=CLEAN)
    for words in ('\n  --dimma-idle TIME (default: 180s)\n      a server closes', '\nTLS:\n', '\n  -ORBInitRef NAME=URL\n'):
        require(words in text, f'{words!r} is not in\n{text}')
    require(laboratory.tool('naming', 'list', '--dimma-help', '--dimma-idle', 'wrong', env=CLEAN) == text, 'with wrong options')
    require(laboratory.tool('--dimma-help', env={**CLEAN, 'DIMMA_IDLE': 'wrong'}) == text, 'with a wrong variable')
    laboratory.fails('--dimma-help=all', says='--dimma-help: it takes no value', env=CLEAN)
    state = laboratory.folder / 'state'
    done = subprocess.run([laboratory.programs / 'dimma-naming', '--dimma-help'], capture_output=True, text=True, timeout=WITHIN_S,
                          env={**CLEAN, 'STATE_DIRECTORY': str(state)})
    require((done.returncode, done.stdout, done.stderr) == (DONE, text, ''), done)
    require(not state.exists(), 'dimma-naming has opened its store')
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(laboratory.command('--dimma-help'), stdout=writer, stderr=subprocess.PIPE, text=True, timeout=WITHIN_S, env=CLEAN)
    os.close(writer)
    require((done.returncode, done.stderr) == (REFUSED, ''), f'without a reader: {done}')


SCENARIOS = {name[len('check_'):]: function for name, function in globals().items() if name.startswith('check_')}


if __name__ == '__main__':
    sys.exit(run_one(__doc__, SCENARIOS))
