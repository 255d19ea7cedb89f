#!/usr/bin/env python3
"""tool_test.py --bin DIR SCENARIO: dimma access."""

import contextlib
import json
import pathlib
import subprocess

from plant_processes import WITHIN_S, require
from scenarios import run_one

RULES = '''# who works at the plant
deny  CN=ops-9
allow CN=ops-* dns=*.plant.example call Plant::Reactor::* poa=RootPOA/Plant
allow uid=nobody call Plant::Device::who
'''


class Tool:
    def __init__(self, programs, folder):
        self.program = pathlib.Path(programs) / 'dimma'
        self.file = pathlib.Path(folder) / 'rules'
        self.file.write_text(RULES)

    def run(self, *arguments, status=0):
        done = subprocess.run([str(self.program), 'access', *map(str, arguments)], capture_output=True, text=True,
                              timeout=WITHIN_S)
        require(done.returncode == status, f'{arguments}: status {done.returncode}: {done.stdout}{done.stderr}')
        return done.stdout if status == 0 or done.stdout else done.stderr

    def json(self, *arguments, status=0):
        return json.loads(self.run(*arguments, '--json', status=status))


def check_check(tool):
    require(tool.run('check', tool.file) == f'{tool.file}: 3 rules\n', 'a right file')
    require(tool.json('check', tool.file) == {'is_right': True, 'rules': 3}, 'in JSON')
    tool.file.write_text('# nothing\n')
    require('there are no rules, so that everything is refused' in tool.run('check', tool.file), 'an empty one')
    tool.file.write_text('allow *\ndeny uid=0 CN\n')
    says = f"{tool.file}:2:12: expected KEY=VALUE, anonymous, * or call, not 'CN'"
    require(tool.run('check', tool.file, status=1) == f'dimma: {says}\n', 'a wrong one')
    require(tool.json('check', tool.file, status=1) == {'is_right': False, 'line': 2, 'column': 12, 'error': says},
            'in JSON')
    require("cannot be read" in tool.run('check', '/none', status=1), 'none')
    tool.run('check', status=2)
    require('check' in tool.run('--help'), 'help')


def check_explain(tool):
    operation = ('--operation', 'Plant::Reactor::start')
    who = ('--who', 'CN=ops-1 dns=a.plant.example')
    out = tool.run('explain', tool.file, *operation, *who, '--poa', 'RootPOA/Plant')
    require(out.splitlines()[-1].startswith(f'allowed by {tool.file}:3: allow CN=ops-*'), out)
    require("  2: deny  CN=ops-9  # CN=ops-9: the certificate's CN is 'ops-1'" in out, out)
    out = tool.run('explain', tool.file, *operation, *who, status=1)
    require(out.splitlines()[-1] == f'refused: no rule of {tool.file} allows it', out)
    require('fits the caller, but not the operation' in out, out)
    out = tool.json('explain', tool.file, *operation, '--who', 'CN=ops-9', status=1)
    require(out['is_allowed'] is False and out['line'] == 2 and len(out['looked_at']) == 1, out)
    out = tool.json('explain', tool.file, *operation, '--who', 'uid=nobody', status=1)
    require(out['line'] is None and len(out['looked_at']) == 3, out)
    derived = ('--operation', 'Plant::Reactor::who', '--bases', 'Plant::Device', '--who', 'uid=nobody')
    require(tool.json('explain', tool.file, *derived, '--transport', 'shm')['line'] == 4, 'by a base')
    for wrong in (('--operation', 'start'), (), (*operation, '--who', 'ops-1'), (*operation, '--transport', 'x'),
                  (*operation, '--who', 'uid=0', '--transport', 'tcp'), (*operation, '--who', 'uid=no-such-user'),
                  (*operation, '--who', 'address=x'), (*operation, '--who', 'CN="a')):
        tool.run('explain', tool.file, *wrong, status=2)
    tool.file.write_text('nonsense\n')
    require(':1:1: ' in tool.run('explain', tool.file, *operation, status=1), 'a wrong file')


CHECKS = {'check': check_check, 'explain': check_explain}


if __name__ == '__main__':
    run_one(__doc__, CHECKS, lambda programs, folder: contextlib.nullcontext(Tool(programs, folder)))
