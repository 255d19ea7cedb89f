#!/usr/bin/env python3
"""tls_bench_test.py --bin DIR: a short run of dimma-bench tls. Figures have to be present and plausible, of any size."""

import argparse
import concurrent.futures
import json
import math
import pathlib
import subprocess

WITHIN_S = 280
SMALL = ['--turns', '1', '--calls', '20', '--octets', '100000', '--handshakes', '3', '--connections', '20']
CALLS = {'bare SSL_write and SSL_read', 'dimma, Full QoS', 'dimma, default QoS', 'dimma, Full QoS, without TLS'}
HANDSHAKES = {(f'{kind} handshakes', f'{server}, bare client') for kind in ('full', 'resumed')
              for server in ("dimma's server", 'bare server')}
HANDSHAKES |= {(what, f'{server}, openssl s_time {option}') for server in ("dimma's server", 'bare server')
               for what, option in (('full handshakes', '-new'), ('resumed handshakes of TLS 1.2', '-reuse'))}
HANDSHAKES |= {('resumed handshakes', "dimma's server, dimma's client, a call over each")}


class Failure(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Failure(what)


def run(program, *arguments):
    return subprocess.run([str(program), 'tls', *arguments], capture_output=True, text=True, timeout=WITHIN_S)


def check_figures(program):
    done = run(program, *SMALL, '--json')
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    found = json.loads(done.stdout)
    rows = {(row['what'], row['who']) for row in found['results']}
    expected = {('null RPC', who) for who in CALLS}
    expected |= {('100000 octets in one call', who) for who in CALLS - {'dimma, default QoS'}}
    require(rows == expected | HANDSHAKES, f'rows: {sorted(rows)}')
    for figure in found['results'] + found['ratios']:
        require(math.isfinite(figure['value']) and 0 < figure['low'] <= figure['value'] <= figure['high'], f'{figure}')
    require([ratio['limit'] for ratio in found['ratios'] if 'met' in ratio] == [1.05, 0.9], f'goals: {found["ratios"]}')
    require([(memory['transport'], memory['connections']) for memory in found['memory']] == [('tls', 20), ('tcp', 20)],
            f'memory: {found["memory"]}')


def check_text(program):
    done = run(program, *SMALL)
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    require('TLS handshake with' not in done.stderr, f'clients that went after their handshakes were called failures: {done.stderr}')
    for said in ('bare SSL_write', 'goal: at most 1.05', 'goal: at least 0.90', '20 idle connections, transport=tls',
                 'Machine: '):
        require(said in done.stdout, f'{said!r} is not in {done.stdout}')


def check_refusals(program):
    for arguments, says in ((['--turns', '0'], '--turns'), (['--octets', 'x'], '--octets')):
        done = run(program, *arguments)
        require(done.returncode == 2 and says in done.stderr, f'{arguments}: {done.returncode}, {done.stderr}')
    require('idle connections' in run(program, '--help').stdout, '--help says nothing of idle connections')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True, type=pathlib.Path)
    program = parser.parse_args().bin / 'dimma-bench'
    check_refusals(program)
    # In parallel, as each spends its time in openssl s_time, whose turns are seconds.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for check in [pool.submit(check, program) for check in (check_figures, check_text)]:
            check.result()


if __name__ == '__main__':
    main()
