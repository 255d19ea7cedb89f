#!/usr/bin/env python3
"""aida_test.py --bin DIR SCENARIO: tests the real processes of the Aida example by what their users see."""

import argparse
import random
import subprocess
import sys
import tempfile
import time

from processes import Failure, Laboratory, require, until

TEST_NAMES = 17
LEASE_MS = 1500


def check_types(laboratory):
    """Each type is read by the simple and the typed interface, and is refused as another type."""
    laboratory.directory()
    laboratory.provider('test')
    laboratory.provider('history')
    for name, type_, text in [
            ('TEST:MAGNET1//BDES', 'double', '42.5'), ('TEST:MAGNET1//NAME', 'string', 'QUAD LI02 201'),
            ('TEST:MAGNET1//IS_ON', 'boolean', 'true'), ('TEST:MAGNET1//STATUS', 'octet', '17'),
            ('TEST:MAGNET1//UNIT', 'short', '201'), ('TEST:COUNTER//VALUE', 'long', '4711'),
            ('TEST:PULSE//ID', 'longlong', '1099511627776'), ('TEST:BPM1//X', 'float', '0.25'),
            ('TEST:BPM1//SEEN', 'booleans', 'true\nfalse\ntrue'), ('TEST:BPM1//RAW', 'octets', '0\n127\n255'),
            ('TEST:BPM1//GAINS', 'shorts', '-1\n0\n1'), ('TEST:BPM1//PULSES', 'longlongs', '1\n2\n3'),
            ('TEST:BPM1//XS', 'floats', '0.25\n0.5'), ('TEST:BPM1//YS', 'doubles', '0.125\n1e-09'),
            ('TEST:BPM1//UNITS', 'strings', 'LI02\nLI03'), ('TEST:LONGS//VALUES', 'longs', '0\n1\n2')]:
        parameters = ['count=3'] if type_ == 'longs' else []
        require(laboratory.get(name, *parameters) == text, f'{name}: {laboratory.get(name, *parameters)!r}')
        typed = laboratory.get(name, *parameters, '--type', type_)
        require(typed == text, f'{name} as {type_}: {typed!r}')
        qos = laboratory.get(name, *parameters, '--qos', 'processing=nullTask,messages=1')
        require(qos == text, f'{name} with a QoS: {qos!r}')
        other = 'double' if type_ != 'double' else 'long'
        laboratory.refused('get', name, *parameters, '--type', other, says=f'{name} is of type {type_}, not {other}')
    table = laboratory.get('TEST:ORBIT//TABLE', 'count=2')
    require(table == 'time                 reading\n2004-07-27 00:00:00  0\n2004-07-27 00:00:01  1.5', table)
    require(laboratory.get('HIST:ORBIT//HISTORY', 'count=2') == table, 'a history is another than the table')
    require(len(laboratory.get('HIST:ORBIT//HISTORY').splitlines()) == 12, 'a history has not 11 rows')
    require(len(laboratory.get('HIST:LONGS//VALUES', 'count=1000000').splitlines()) == 1000000, 'a million longs')


def check_refusals(laboratory):
    directory = laboratory.directory()
    provider = laboratory.provider('test')
    name = 'TEST:LONGS//VALUES'
    laboratory.refused('get', 'TEST:NOTHING', says='no provider that is registered has TEST:NOTHING')
    laboratory.refused('get', 'x' * 100000, says='no provider that is registered has x')
    for text in ['-1', '1e12', '1.5', '', 'many', '99999999999999999999', '16000001', '0x10']:
        laboratory.refused('get', name, f'count={text}', says=f'{name}: the parameter count={text} is no whole number')
    laboratory.refused('get', name, 'size=1', says='size=1 has no meaning, but count')
    laboratory.refused('get', 'TEST:MAGNET1//BDES', 'count=1', says='count=1 has no meaning: the datum takes none')
    laboratory.refused('get', name, 'count=1', 'count=2', says='count=2 is given twice')
    laboratory.refused('get', name, 'count', says="'count' is no parameter: name=value", status=2)
    laboratory.refused('get', name, '--type', 'quad', says="there is no type 'quad', but boolean, octet", status=2)
    laboratory.refused('get', name, '--qos', 'messages=0', says='messages', status=2)
    laboratory.refused('get', says='the name is missing', status=2)
    laboratory.refused('put', name, says="there is no command 'put'", status=2)
    laboratory.refused('watch', name, '--by', 'pigeon', says="there is no way 'pigeon'", status=2)
    laboratory.refused('watch', name, 'count=-1', says='the parameter count=-1 is no whole number')
    laboratory.refused('watch', name, '--period-ms', '1', '--by', 'buffer', says='period=1ms is not between')
    laboratory.refused('get', name, '--directory', 'nowhere', says='nowhere')
    require(laboratory.get(name, 'count=1') == '0', 'the provider no longer answers')
    for wrong, says in [(['--kind', 'oracle'], "there is no kind 'oracle'"), ([], '--kind is missing'),
                        (['--kind', 'test', '--qos', 'rate=5'], 'rate'),
                        (['--kind', 'test', '--lease-ms', '99'], '--lease-ms: at least 100')]:
        done = subprocess.run([str(laboratory.programs / 'aida_provider'), *wrong], env=laboratory.environment,
                              capture_output=True, text=True, timeout=60)
        require(done.returncode == 2 and says in done.stderr, f'aida_provider {wrong}: {done.returncode} {done.stderr}')
    done = subprocess.run([str(laboratory.programs / 'aida_directory'), '--store', str(laboratory.folder / 'aida.db'),
                           '--dimma-endpoint', 'iiop://127.0.0.1:0'], capture_output=True, text=True, timeout=60)
    require(done.returncode == 1 and 'it is already open in another process' in done.stderr, done.stderr)
    provider.stop()
    require(laboratory.names() == [], 'a provider that was stopped is registered still')
    directory.stop()
    laboratory.refused('get', name, says='the directory corbaloc:.* does not answer')


def check_lists(laboratory):
    laboratory.directory()
    laboratory.provider('test')
    laboratory.provider('machine')
    names = laboratory.names()
    require(names == sorted(names) and len(names) > TEST_NAMES, f'{names}')
    require(len(laboratory.names('TEST:*')) == TEST_NAMES, f"{laboratory.names('TEST:*')}")
    require(laboratory.names('*//BDES') == ['TEST:MAGNET1//BDES'], 'of *//BDES')
    require(laboratory.names('TEST:BPM?//X') == ['TEST:BPM1//X'], 'of ?')
    require(laboratory.names('TEST:BPM1//X') == ['TEST:BPM1//X'], 'of a name')
    require(laboratory.names('test:*') == [], 'names differ by their case')
    require(int(laboratory.get('MACHINE:MEMORY//TOTAL')) > 1000, 'of the memory')
    require(float(laboratory.get('MACHINE:UPTIME//SECONDS')) > 0, 'of the time')
    require('aida_provider' in laboratory.get('MACHINE:PROCESSES//TABLE'), 'of the processes')
    before = int(laboratory.get('MACHINE:NETWORK:lo//RECEIVED'))
    laboratory.names()
    require(int(laboratory.get('MACHINE:NETWORK:lo//RECEIVED')) > before, 'of the network')


def check_leases(laboratory):
    """A killed provider is removed when its lease expires; a client that keeps running finds it again after its restart."""
    laboratory.directory()
    provider = laboratory.provider('test', '--lease-ms', LEASE_MS)
    other = laboratory.provider('history')
    # The watch polls, so that calls meet the restart.
    watching = subprocess.Popen(
        [str(laboratory.programs / 'aida'), 'watch', 'TEST:PULSE//ID', '--by', 'polling', '--period-ms', '20'],
        env=laboratory.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        require('by polling' in watching.stderr.readline(), 'the watch does not begin')
        provider.kill()
        laboratory.refused('get', 'TEST:MAGNET1//BDES', says='provider test does not answer|no provider')
        until('the lease ends', lambda: laboratory.names('TEST:*') == [])
        laboratory.refused('get', 'TEST:MAGNET1//BDES', says='no provider that is registered has it|no provider')
        require(laboratory.names('HIST:*'), 'the other provider is gone too')
        require('waiting for it' in watching.stderr.readline(), 'the watch does not say that it waits')
        laboratory.provider('test', '--lease-ms', LEASE_MS)
        require(laboratory.get('TEST:MAGNET1//BDES') == '42.5', 'it is not found again')
        require('by polling' in watching.stderr.readline(), 'the watch does not go on')
        # A running provider stays registered for longer than its lease.
        time.sleep(2 * LEASE_MS / 1000)
        require(len(laboratory.names('TEST:*')) == TEST_NAMES, 'a lease was not renewed')
    finally:
        watching.kill()
        watching.communicate()
    other.stop()


def check_takeover(laboratory):
    laboratory.directory()
    first = laboratory.provider('test', '--lease-ms', LEASE_MS)
    second = laboratory.provider('test', '--lease-ms', LEASE_MS)
    status = first.process.wait(60)
    require(status == 1 and 'another process has registered as the provider test' in first.log, f'{status} {first.log}')
    require(laboratory.get('TEST:MAGNET1//BDES') == '42.5', 'the second does not answer')
    third = laboratory.provider('test', '--name', 'other', ready=False)
    status = third.process.wait(60)
    require(status == 1 and 'is registered by the provider test' in third.log, f'{status} {third.log}')
    require(len(laboratory.names()) == TEST_NAMES, 'the third has damaged something')
    require(second.process.poll() is None, second.log)


def check_directory_killed(laboratory):
    """The directory is killed at random moments: it keeps acknowledged entries, and providers return by themselves."""
    moments = random.Random(20041)
    directory = laboratory.directory()
    laboratory.provider('machine', '--lease-ms', 3000)
    entered = []
    for number in range(12):
        name = f'test{number}'
        provider = laboratory.provider('test', '--name', 'test', '--lease-ms', 60000, ready=False)
        if number % 2 == 0:
            provider.await_line('ready')
            entered = laboratory.names('TEST:*')
            require(len(entered) == TEST_NAMES, f'{entered} in round {number}')
        time.sleep(moments.uniform(0, 0.03))
        directory.kill()
        provider.kill()
        directory = laboratory.directory()
        if number % 2 == 0:
            require(laboratory.names('TEST:*') == entered, f'{laboratory.names("TEST:*")} in round {number}: {name}')
    laboratory.provider('test', '--name', 'test')
    require(len(laboratory.names('TEST:*')) == TEST_NAMES, 'in the end')
    until('the machine is found', lambda: laboratory.has('MACHINE:LOAD//MINUTE1'))
    # After an absence longer than a lease, without the database, a provider registers again.
    directory.kill()
    (laboratory.folder / 'aida.db').unlink()
    for rest in laboratory.folder.glob('aida.db-*'):
        rest.unlink()
    laboratory.directory()
    until('the machine has registered again', lambda: laboratory.has('MACHINE:LOAD//MINUTE1'))


def check_watch(laboratory):
    laboratory.directory()
    provider = laboratory.provider('machine')
    name = 'MACHINE:CPU//CONTEXT_SWITCHES'
    for way in ['any', 'buffer', 'flow', 'polling']:
        done = laboratory.run('watch', name, '--by', way, '--count', '3', '--period-ms', '50')
        said = 'buffer' if way == 'any' else way
        require(done.returncode == 0 and f'watching {name} by {said}' in done.stderr, f'{way}: {done.stderr}')
        lines = done.stdout.splitlines()
        require(len(lines) == 3, f'{way}: {lines}')
        values = [int(line.split()[1]) for line in lines]
        require(values == sorted(set(values)), f'{way}: {values}')
    # To a client on another machine the values come as a flow. Another boot id stands for another machine.
    boot_id = laboratory.folder / 'boot_id'
    boot_id.write_text('11111111-1111-1111-1111-111111111111\n')
    elsewhere = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c',
                 f'mount --bind {boot_id} /proc/sys/kernel/random/boot_id && exec "$@"', 'sh',
                 str(laboratory.programs / 'aida'), 'watch', name, '--count', '3']
    done = subprocess.run(elsewhere, env=laboratory.environment, capture_output=True, text=True, timeout=60)
    require(done.returncode == 0 and 'by flow' in done.stderr and len(done.stdout.splitlines()) == 3,
            f'{done.stdout}{done.stderr}')
    # A value that does not change is printed once; the watch ends in order.
    watching = subprocess.Popen([str(laboratory.programs / 'aida'), 'watch', 'MACHINE:MEMORY//TOTAL'],
                                env=laboratory.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    watching.stdout.readline()
    time.sleep(1)
    watching.terminate()
    out, _ = watching.communicate(timeout=60)
    require(out == '' and watching.returncode == 0, f'{out} {watching.returncode}')
    provider.stop()


def check_qos(laboratory):
    """With any QoS of a provider's endpoint, nine clients at once are served."""
    laboratory.directory()
    for qos in ['processing=nullTask,messages=1', 'processing=pool(2)', 'processing=factory', '']:
        provider = laboratory.provider('test', '--qos', qos) if qos else laboratory.provider('test')
        clients = [subprocess.Popen([str(laboratory.programs / 'aida'), 'get', 'TEST:LONGS//VALUES', 'count=10000'],
                                    env=laboratory.environment, stdout=subprocess.PIPE, text=True) for _ in range(9)]
        for client in clients:
            out, _ = client.communicate(timeout=60)
            require(client.returncode == 0 and len(out.splitlines()) == 10000, f'{qos}: {client.returncode}')
        provider.stop()
        require('dimma: ' not in provider.log, f'{qos}: clients that ended in order made the provider warn: {provider.log}')


SCENARIOS = {
    'types': check_types, 'refusals': check_refusals, 'lists': check_lists, 'leases': check_leases,
    'takeover': check_takeover, 'directory-killed': check_directory_killed, 'watch': check_watch, 'qos': check_qos,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('scenario', choices=SCENARIOS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='aida-') as folder, Laboratory(arguments.bin, folder) as laboratory:
        try:
            SCENARIOS[arguments.scenario](laboratory)
        except Failure as failure:
            print(f'aida_test: {arguments.scenario}: {failure}', file=sys.stderr)
            for server in laboratory.servers:
                print(f'{server.log_path.name}:\n{server.log}', file=sys.stderr)
            return 1
    print(f'{arguments.scenario}: as it should be')
    return 0


if __name__ == '__main__':
    sys.exit(main())
