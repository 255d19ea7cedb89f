#!/usr/bin/env python3
"""loans_bench_test.py --bin DIR: short runs of dimma-bench loans, and of iceoryx2's programs if they are built. Each contender
has to have a row, whose times are not tested, and leave no files however its programs end."""

import argparse
import os
import pathlib
import signal
import subprocess
import tempfile
import time

WITHIN_S = 240
LEFT_WITHIN_S = 20
PREFIX = 'dimma-bench_'  # of all files that iceoryx2 makes for these programs
LARGEST = '65536'


def require(condition, what):
    if not condition:
        raise SystemExit(f'loans_bench_test.py: {what}')


def left():
    folders = (pathlib.Path('/dev/shm'), pathlib.Path('/tmp/iceoryx2'))
    return [path for folder in folders if folder.is_dir() for path in folder.rglob(f'{PREFIX}*')]


def require_nothing_left(when):
    """Waits until no file is left: a process that notices another's death removes the files of that one."""
    until = time.monotonic() + LEFT_WITHIN_S
    while left() and time.monotonic() < until:
        time.sleep(0.02)
    require(not left(), f'{when}: left are {left()}')


def check_rows(programs, has_iceoryx2):
    done = subprocess.run([programs / 'dimma-bench', 'loans', '--sizes', f'64,{LARGEST}', '--published', '64', '--readers', '1',
                           '--turns', '1', '--turn-ms', '1'], capture_output=True, text=True, timeout=WITHIN_S)
    require(done.returncode == 0, f'status {done.returncode}: {done.stderr}')
    tables = done.stdout.split('\n\n')
    rows = ['dimma, loaned', 'dimma, copied', 'omniORB, tcp']
    if has_iceoryx2:
        rows += ['iceoryx2, publish-subscribe', 'iceoryx2, request-response']
    for head in (f'{way}, wait={wait}' for way in ('argument', 'result') for wait in ('block', 'spin')):
        table = next((each for each in tables if each.startswith(head)), None)
        require(table is not None, f'there is no table of {head}: {done.stdout}')
        require(('of iceoryx2' in table) == has_iceoryx2, table)
        require(table.count('goal: ') == has_iceoryx2, table)
        for row in rows:
            found = [line.split()[2:4] for line in table.splitlines() if line.startswith(row)]
            require([octets for octets, _ in found] == ['64', LARGEST], f'{head}: {row}: {table}')
            require(all(float(us) > 0 for _, us in found), f'{head}: {row}: {table}')
    require(('iceoryx2 is missing' in done.stdout) != has_iceoryx2, done.stdout)


def start(*command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    require(process.stdout.readline() == 'ready\n', f'{command[0]} is not ready')
    return process


def check_ends(programs, pattern, wait, end):
    flags = ['--pattern', pattern, '--wait', wait]
    with tempfile.TemporaryDirectory() as folder:
        server = start(programs / 'iceoryx2_time_server', '--ior-dir', folder, '--octets-max', LARGEST, *flags)
        service = pathlib.Path(folder, 'reqreply.ior').read_text().strip()
        client = start(programs / 'iceoryx2_time_client', '--reqreply', service, '--oneway', service, '--turns', '--sizes',
                       LARGEST, *flags)
        for operation in ('loaned', 'loaned-result'):
            client.stdin.write(f'run {operation}/{LARGEST} 3\n')
            client.stdin.flush()
            figures = client.stdout.readline().split()
            require(len(figures) == 8 and all(float(figure) >= 0 for figure in figures), figures)
        require(left(), 'iceoryx2 works without any file, or with others than are looked for')
        for process in (client, server):
            process.stdin.close() if end is None else os.kill(process.pid, end)
        statuses = [process.wait(WITHIN_S) for process in (client, server)]
    if end is None:
        require(statuses == [0, 0], f'the end of their input: statuses {statuses}')
    require_nothing_left(f'{pattern}, {wait}, {end or "the end of the input"}')


def check_dead_client(programs):
    """A server goes on after the death of a client, and reclaims the client's memory."""
    with tempfile.TemporaryDirectory() as folder:
        server = start(programs / 'iceoryx2_time_server', '--ior-dir', folder, '--octets-max', LARGEST)
        service = pathlib.Path(folder, 'reqreply.ior').read_text().strip()
        client = [programs / 'iceoryx2_time_client', '--reqreply', service, '--oneway', service, '--turns', '--sizes', LARGEST]
        first = start(*client)
        first.kill()
        first.wait(WITHIN_S)
        second = start(*client)
        second.stdin.write(f'run loaned/{LARGEST} 3\n')
        second.stdin.flush()
        require(len(second.stdout.readline().split()) == 8, 'a second client is not answered')
        for process in (second, server):
            process.stdin.close()
            require(process.wait(WITHIN_S) == 0, f'{process.args[0]} failed')
    require_nothing_left('after a dead client')


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('--bin', type=pathlib.Path, required=True)
folder = parser.parse_args().bin
built = os.access(folder / 'iceoryx2_time_server', os.X_OK)
check_rows(folder, built)
if built:
    require_nothing_left('dimma-bench loans')
    for end in (None, signal.SIGTERM, signal.SIGKILL):
        for pattern in ('publish-subscribe', 'request-response'):
            for wait in ('block', 'spin'):
                check_ends(folder, pattern, wait, end)
    check_dead_client(folder)
