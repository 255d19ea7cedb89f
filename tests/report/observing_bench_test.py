#!/usr/bin/env python3
"""observing_bench_test.py --bin DIR: a short run of dimma-bench observing. Figures have to be present and plausible; their size
is not tested."""

import argparse
import json
import math
import pathlib
import subprocess

WITHIN_S = 280
SMALL = ['--turns', '2', '--calls', '200']
ROWS = ['nothing', 'metrics', 'recorder', 'tracing, sampled out', 'tracing, one in a hundred sampled, exported',
        'tracing, all sampled, exported']


def require(condition, what):
    if not condition:
        raise SystemExit(f'observing_bench_test.py: {what}')


def run(program, *arguments):
    done = subprocess.run([str(program), 'observing', *arguments], capture_output=True, text=True, timeout=WITHIN_S)
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    return done.stdout


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('--bin', type=pathlib.Path, required=True)
program = parser.parse_args().bin / 'dimma-bench'
found = json.loads(run(program, *SMALL, '--json'))
require([row['what'] for row in found['results']] == ROWS, found)
require(found['results'][0]['to_nothing'] == 1, found)
for row in found['results']:
    require(row['p50_us'] > 0 and math.isfinite(row['to_nothing']), row)
    require(row['low'] <= row['to_nothing'] <= row['high'], row)
require(found['collector_requests'] > 0, 'no span has reached the collector')
text = run(program, *SMALL)
for said in (*ROWS, 'Machine: '):
    require(said in text, f'{said!r} is not in {text}')
