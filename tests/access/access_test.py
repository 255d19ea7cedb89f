#!/usr/bin/env python3
"""access_test.py --bin DIR SCENARIO: access rules between real processes."""

import os
import socket
import struct
import subprocess

from plant_processes import NOBODY, Plant, REFUSED, Relay, WITHIN_S, free_port, may_change_user, require, until
from iiop import iiop_address
from scenarios import run_one


def over(transport):
    return ('--dimma-qos', f'transport={transport}')


def refused(lines):
    return all(line.startswith(REFUSED) for line in lines)


def check_users(plant):
    """The calls that each user may make over a Unix socket and shared memory, and the caller that the servant sees."""
    own = os.geteuid()
    rules = (f'allow uid={own} call Plant::Reactor::*\n'
             f'allow uid={NOBODY} gid={NOBODY} call Plant::Device::* Plant::Reactor::started\n')
    reference = plant.serve('--dimma-local-users', NOBODY, rules=rules)
    for transport in ('unix', 'shm'):
        who, done = plant.call(reference, 'who', 'start', options=over(transport))
        require(who.startswith(f'{transport} uid={own} pid='), who)
        require(done == 'done', done)
    require(refused(plant.call(reference, 'who', 'start', 'is_a', options=over('tcp'))), 'nobody knows who that is')
    if not may_change_user():
        return
    for transport in ('unix', 'shm'):
        options = (*over(transport), '--dimma-local-users', 'root')
        who, start, started, is_a = plant.call(reference, 'who', 'start', 'started', 'is_a', options=options,
                                               user=NOBODY)
        require(who.startswith(f'{transport} uid={NOBODY} pid='), who)
        require(start.startswith(REFUSED), start)
        require(started == '2' and is_a == 'no', (started, is_a))
        # A third user is rejected before any rule applies, by both ends.
        third, = plant.call(reference, 'who', options=options, user=NOBODY - 1)
        require(third.startswith(('TRANSIENT', 'COMM_FAILURE')), third)
        untold, = plant.call(reference, 'who', options=over(transport), user=NOBODY)
        require(untold.startswith('TRANSIENT') and 'served by user 0' in untold, untold)


def check_addresses(plant):
    """Clients on several addresses of the loopback network, by a relay that connects from them."""
    port = free_port()
    rules = 'deny address=127.0.0.2 call *::start\nallow transport=tcp address=127.0.0.0/30\n'
    with Relay(port) as relay:
        reference = plant.serve('--dimma-endpoint', f'iiop://127.0.0.1:{port}', '--dimma-publish',
                                f'127.0.0.1:{relay.port}', rules=rules)
        for address, may_ask, may_start in (('127.0.0.1', True, True), ('127.0.0.2', True, False),
                                            ('127.0.0.3', True, True), ('127.0.0.4', False, False)):
            relay.address = address
            who, start = plant.call(reference, 'who', 'start', options=over('tcp'))
            require(who.startswith(f'tcp {address}:' if may_ask else REFUSED), f'{address}: {who}')
            require(start.startswith('done' if may_start else REFUSED), f'{address}: {start}')
        require(refused(plant.call(reference, 'who', options=over('unix'))), 'not by that transport')


def check_wrong_file(plant):
    """A faulty file, given by the option or by the variable, prevents the start."""
    plant.rules('# rules\nallow uid=0 cal Plant::Reactor::*\n')
    says = f'{plant.rules_path}:2:13: expected KEY=VALUE, anonymous, * or call, not \'cal\'; did you mean call?'
    for arguments, environment in ((['--dimma-access', str(plant.rules_path)], {}),
                                   ([], {'DIMMA_ACCESS': str(plant.rules_path)})):
        done = subprocess.run([str(plant.program), 'serve', *arguments], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=WITHIN_S, env={**os.environ, **environment})
        require(done.returncode == 1 and says in done.stderr, done)
    done = subprocess.run([str(plant.program), 'serve', '--dimma-access', '/none'], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=WITHIN_S)
    require(done.returncode == 1 and '/none: cannot be read: No such file' in done.stderr, done)


def check_change(plant):
    """The file changes while a client stays connected; a faulty file changes nothing."""
    reference = plant.serve(rules='deny *\n')
    client = plant.start(['call', reference, *(['start', 'pause'] * 3)])

    def answer():
        return client.stdout.readline().strip()

    def go_on():
        client.stdin.write('\n')
        client.stdin.flush()
        require(answer() == 'paused', 'the client has ended')

    require(answer().startswith(REFUSED), 'before')
    plant.rules('allow * call Plant::Reactor::start\n')
    # The server checks the file only when requests arrive.
    until('the new rules are in force', lambda: plant.call(reference, 'start') == ['done'])
    require('has changed and was reloaded' in plant.log, plant.log)
    go_on()
    require(answer() == 'done', 'on the connection that there was')
    plant.rules('alow *\n')

    def tried():
        require(plant.call(reference, 'start') == ['done'], 'the old rules stay')
        return 'the previous rules stay in force' in plant.log
    until('the wrong file has been seen', tried)
    require(f'{plant.rules_path}:1:1: expected allow or deny, not \'alow\'' in plant.log, plant.log)
    go_on()
    require(answer() == 'done', 'after a wrong file')


def locate(host, port, key, minor):
    """The status of a LocateReply: 0 unknown object, 1 object here."""
    body = struct.pack('<I', 7)
    if minor == 2:
        body += struct.pack('<HH', 0, 0)  # by the object's key
    body += struct.pack('<I', len(key)) + key
    header = struct.pack('<4sBBBBI', b'GIOP', 1, minor, 1, 3, len(body))
    with socket.create_connection((host, port), timeout=WITHIN_S) as connection:
        connection.sendall(header + body)
        reply = b''
        while len(reply) < 20:
            octets = connection.recv(20 - len(reply))
            require(octets, f'the connection ended behind {reply}')
            reply += octets
    require(reply[7] == 4, reply)
    return struct.unpack('<I' if reply[6] & 1 else '>I', reply[16:20])[0]


def check_locate(plant):
    """A client that may not call anything does not learn whether an object exists."""
    reference = plant.serve('--dimma-endpoint', 'iiop://127.0.0.1:0', rules='allow * call Plant::Reactor::start\n')
    host, port, key = iiop_address(reference)
    none = key[:-1] + bytes([key[-1] ^ 0x55])
    for minor in (0, 1, 2):
        require(locate(host, port, key, minor) == 1, f'1.{minor}: the object')
        require(locate(host, port, none, minor) == 0, f'1.{minor}: none')
    for rules in ('deny *\n', 'allow uid=4294967294\nallow * call poa=RootPOA/none\n'):
        reference = plant.serve('--dimma-endpoint', 'iiop://127.0.0.1:0', rules=rules)
        host, port, key = iiop_address(reference)
        for minor in (0, 1, 2):
            for each in (key, none, b'name', b''):
                require(locate(host, port, each, minor) == 1, f'{rules} 1.{minor} {each}')


def check_log(plant):
    """The log has one line for each operation of a connection, up to its limit. A refused oneway is dropped."""
    reference = plant.serve(rules='deny * call Plant::Reactor::start Plant::Reactor::note\nallow *\n')
    lines = plant.call(reference, *['start'] * 20, *['note'] * 20, 'noted', options=over('unix'))
    require(refused(lines[:20]), lines)
    require(lines[20:] == ['sent'] * 20 + ['0'], lines)
    logged = [line for line in plant.log.splitlines() if 'access: refused' in line]
    require(len(logged) == 2, logged)
    own = os.geteuid()
    require(f"refused 'start' of IDL:Plant/Reactor:1.0 in POA RootPOA to unix uid={own} pid=" in logged[0], logged[0])
    require(logged[0].endswith(f'{plant.rules_path}:1: deny * call Plant::Reactor::start Plant::Reactor::note'), logged)
    for _ in range(30):
        plant.call(reference, 'start')
    logged = [line for line in plant.log.splitlines() if 'access: refused' in line or 'messages suppressed' in line]
    require(2 < len(logged) <= 32, len(logged))


CHECKS = {'users': check_users, 'addresses': check_addresses, 'wrong-file': check_wrong_file, 'change': check_change,
          'locate': check_locate,
          'log': check_log}


if __name__ == '__main__':
    run_one(__doc__, CHECKS, Plant)
