#!/usr/bin/env python3
"""sealed_bench_test.py --bin DIR: a short run of dimma-bench sealed. Each kind of call has to be made over each channel, and
only the one that needs the heap may allocate."""

import argparse
import pathlib
import re
import subprocess

WITHIN_S = 200
KINDS = {'void', 'struct there and back', 'attribute set and got', 'oneway, then void', 'user exception', 'system exception',
         'string, for comparison', 'void, once forwarded', 'timeout'}
CHANNELS = 7
ROW = re.compile(r'^(.+?) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$')


def require(is_so, what):
    if not is_so:
        raise SystemExit(f'sealed_bench_test.py: {what}')


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('--bin', type=pathlib.Path, required=True)
program = parser.parse_args().bin / 'dimma-bench'
done = subprocess.run([str(program), 'sealed', '--calls', '300', '--seconds', '1'], capture_output=True, text=True, timeout=WITHIN_S)
require(done.returncode == 0, f'status {done.returncode}: {done.stdout}{done.stderr}')
rows = [match.groups() for match in map(ROW.match, done.stdout.splitlines()) if match]
require(len(rows) == CHANNELS * len(KINDS) and {row[0] for row in rows} == KINDS, f'rows: {rows}')
for kind, *numbers in rows:
    calls, client, _, server, _ = map(int, numbers)
    require(calls > 0, f'{kind}: no call was made')
    require(server == 0, f'{kind}: {server} allocations at the server')
    require((client >= calls) if kind.startswith('string') else client == 0, f'{kind}: {client} allocations at the client')
