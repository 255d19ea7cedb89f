#!/usr/bin/env python3
"""bench_test.py --bin DIR: a short run of dimma-bench naming. Figures have to be present and plausible, of any size."""

import argparse
import json
import math
import pathlib
import subprocess

from service_processes import WITHIN_S, require

SMALL = ['--quick', '--bindings', '10,1500', '--clients', '1,2', '--binders', '1,3', '--turns', '2', '--turn-ms', '10']


def run(program, *arguments):
    return subprocess.run([str(program), 'naming', *arguments], capture_output=True, text=True, timeout=WITHIN_S)


def check_figures(program):
    done = run(program, *SMALL, '--json')
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    found = json.loads(done.stdout)
    require(found['omninames'], 'omniNames is not installed')
    require(found['etcd'], 'etcd is not installed')
    rows = {(row['service'], row['operation'], row['bindings'], row['clients']) for row in found['results']}
    expected = {(service, 'resolve', bindings, clients) for service in ('dimma-naming', 'omniNames')
                for bindings in (10, 1500) for clients in (1, 2)}
    expected |= {('dimma-naming', 'bind', 0, 1), ('dimma-naming', 'bind', 0, 3), ('bare SQLite', 'bind', 0, 1)}
    expected |= {('bare etcd', 'bind', 0, 1), ('dimma-naming, etcd', 'resolve', 10, 1),
                 ('dimma-naming, etcd', 'bind', 0, 1), ('dimma-naming, etcd', 'bind', 0, 3)}
    require(rows == expected, f'rows: {sorted(rows)}')
    figures = [row[name] for row in found['results'] for name in ('calls_per_s', 'p50_us', 'p99_us')]
    figures += [found['ready_s'], found['ended_s']] + [goal['value'] for goal in found['goals']]
    require(all(math.isfinite(figure) and figure > 0 for figure in figures), f'figures: {figures}')
    for goal in found['goals']:
        require('met' in goal and goal['limit'] > 0, f'goal: {goal}')
    require({row['bindings'] for row in found['memory']} == {1500}, f'memory: {found["memory"]}')


def check_text(program):
    done = run(program, '--quick', '--bindings', '10', '--clients', '1', '--binders', '1', '--turns', '1',
               '--turn-ms', '5')
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    for said in ('omniNames', 'bare SQLite', 'goal: at least', 's after SIGTERM', 'Machine: '):
        require(said in done.stdout, f'{said!r} is not in {done.stdout}')


def check_refusals(program):
    for arguments, says in ((['--bindings', '0'], '--bindings'), (['--clients', 'x'], '--clients'),
                            (['--binders', '1001'], '--binders')):
        done = run(program, *arguments)
        require(done.returncode == 2 and says in done.stderr, f'{arguments}: {done.returncode}, {done.stderr}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, type=pathlib.Path)
    program = parser.parse_args().bin / 'dimma-bench'
    check_refusals(program)
    check_text(program)
    check_figures(program)


if __name__ == '__main__':
    main()
