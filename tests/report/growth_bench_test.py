#!/usr/bin/env python3
"""growth_bench_test.py --bin DIR: short runs of dimma-bench growth and dimma-bench many. Figures have to be present and
plausible; their size is not tested."""

import argparse
import json
import math
import pathlib
import subprocess

WITHIN_S = 110


def require(condition, what):
    if not condition:
        raise SystemExit(f'growth_bench_test.py: {what}')


def run(*arguments, status=0):
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, timeout=WITHIN_S)
    require(done.returncode == status, f'{arguments}: status {done.returncode}: {done.stderr}')
    return done.stdout if status == 0 else done.stderr


def require_figures(row, *names):
    for name in names:
        require(math.isfinite(row[name]) and row[name] > 0, f'{name}: {row}')


def check_growth():
    small = ['--turns', '2', '--calls', '50', '--operations', '1,10000', '--poas', '1,1000', '--bindings', '1,1000']
    found = json.loads(run('growth', *small, '--json'))
    rows = {(row['what'], row['who'], row['count']) for row in found['results']}
    expected = {('operations', 'dimma', 1), ('operations', 'dimma', 10000)}
    expected |= {(what, who, count) for what in ('POAs', 'bindings') for who in ('dimma', 'omniORB') for count in (1, 1000)}
    require(rows == expected, f'rows: {sorted(rows)}')
    for row in found['results']:
        require_figures(row, 'any_p50_us', 'any_p99_us', 'any_to_first', 'same_p50_us', 'same_to_first')
        require(row['count'] != 1 or row['any_to_first'] == row['same_to_first'] == 1, row)
    for arguments, says in ((['--operations', '7'], '--operations: 7 is none of'), (['--poas', '1001'], "--poas: '1001'")):
        require(says in run('growth', *arguments, status=2), f'{arguments}: does not say {says!r}')


def check_many():
    small = ['--turns', '2', '--calls', '300', '--clients', '1,3', '--connections', '50']
    found = json.loads(run('many', *small, '--json'))
    rows = [(row['connections'], row['in_turn'], row['who']) for row in found['results']]
    require(rows == [(count, in_turn, who) for count, in_turn in ((1, False), (3, False), (50, True)) for who in ('bare', 'dimma')], rows)
    for row in found['results']:
        require_figures(row, 'calls_per_s', 'asked_per_s', 'had_per_s', 'p50_us', 'p99_us', 'p999_us', 'bare_threads')
        require(row['p50_us'] <= row['p99_us'] <= row['p999_us'], row)
        if row['who'] == 'dimma':
            require_figures(row, 'rate_to_bare', 'p999_to_bare')
    require("--load: '101'" in run('many', '--load', '101', status=2), 'a load of more than all is taken')


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('--bin', type=pathlib.Path, required=True)
program = parser.parse_args().bin / 'dimma-bench'
check_growth()
check_many()
