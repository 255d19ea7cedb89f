#!/usr/bin/env python3
"""The steps of docs/guides/naming-tutorial.md on three machines, which are network namespaces, and the case of a machine that
falls silent: machines_test.py --bin DIR SCENARIO

Each machine has a member of etcd and a dimma-naming. Needs root, or sudo."""

import json
import os
import subprocess
import time

from service_processes import Failure, Laboratory, require, until
from scenarios import run_one

MACHINES = (1, 2, 3)
LEASE_S = 15  # the default lease of publications


def as_root(*command):
    return [*([] if os.geteuid() == 0 else ['sudo', '-n']), *map(str, command)]


def address(machine):
    return f'10.7.0.{machine}'


class Machines(Laboratory):
    """Namespaces with a bridge in another namespace, so that the host's network is not changed."""

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.prefix = f'dimma{os.getpid()}'
        self.running = {machine: [] for machine in MACHINES}

    def __enter__(self):
        self.ip('netns', 'add', self.namespace('lab'))
        self.ip('-n', self.namespace('lab'), 'link', 'add', 'lab', 'type', 'bridge')
        self.ip('-n', self.namespace('lab'), 'link', 'set', 'lab', 'up')
        for machine in MACHINES:
            self.add(machine)
        return self

    def __exit__(self, *arguments):
        for machine in MACHINES:
            self.kill(machine)
        super().__exit__(*arguments)
        for name in (*MACHINES, 'lab'):
            subprocess.run(as_root('ip', 'netns', 'delete', self.namespace(name)), timeout=60, check=False)

    def namespace(self, name):
        return f'{self.prefix}-{name}'

    @staticmethod
    def ip(*arguments):
        done = subprocess.run(as_root('ip', *arguments), capture_output=True, text=True, timeout=60, check=False)
        require(done.returncode == 0, f'ip {arguments}: {done.stderr}')

    def add(self, machine):
        own, lab = self.namespace(machine), self.namespace('lab')
        self.ip('netns', 'add', own)
        self.ip('-n', lab, 'link', 'add', f'to-{machine}', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own)
        self.ip('-n', lab, 'link', 'set', f'to-{machine}', 'master', 'lab', 'up')
        self.ip('-n', own, 'address', 'add', f'{address(machine)}/24', 'dev', 'eth0')
        self.ip('-n', own, 'link', 'set', 'eth0', 'up')
        self.ip('-n', own, 'link', 'set', 'lo', 'up')

    def at(self, machine, *command):
        return as_root('ip', 'netns', 'exec', self.namespace(machine), *command)

    def start(self, machine, *command):
        server = self.server(self.at(machine, *command))
        self.running[machine].append(server)
        return server

    def kill(self, machine):
        """The machine loses power: its connections do not end."""
        self.cut_off(machine)
        listed = subprocess.run(as_root('ip', 'netns', 'pids', self.namespace(machine)), capture_output=True, text=True,
                                timeout=60, check=False).stdout.split()
        if listed:
            subprocess.run(as_root('kill', '-9', *listed), timeout=60, check=False)
        for server in self.running[machine]:
            server.process.wait(60)

    def cut_off(self, machine):
        """The machine loses its network: its processes keep running, and its connections do not end."""
        self.ip('-n', self.namespace('lab'), 'link', 'set', f'to-{machine}', 'down')

    def run(self, machine, *command):
        return subprocess.run(self.at(machine, self.programs / command[0], *command[1:]), capture_output=True, text=True,
                              timeout=120, check=False)

    def tool(self, machine, *arguments):
        return self.run(machine, 'dimma', 'naming', *arguments, '--service', self.service_url)

    @property
    def service_url(self):
        return 'corbaloc::' + ',:'.join(map(address, MACHINES)) + '/NameService'

    def start_member(self, machine):
        client, peer = (f'http://{address(machine)}:{port}' for port in (2379, 2380))
        members = ','.join(f'm{each}=http://{address(each)}:2380' for each in MACHINES)
        self.start(machine, 'etcd', '--name', f'm{machine}', '--data-dir', self.folder / f'etcd{machine}',
                   '--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer,
                   '--initial-advertise-peer-urls', peer, '--initial-cluster', members, '--logger', 'zap')

    def start_services(self):
        store = 'etcd:' + ','.join(f'http://{address(machine)}:2379' for machine in MACHINES)
        for machine in MACHINES:
            self.start_member(machine)
        for machine in MACHINES:
            # Retried, because a service refuses to start on a cluster that has no leader yet.
            until(f'a dimma-naming at machine {machine}', lambda machine=machine: self.starts(machine, store))

    def starts(self, machine, store):
        service = self.start(machine, self.programs / 'dimma-naming', '--store', store, '--listen',
                             f'{address(machine)}:2809')
        try:
            service.await_line('ready\n')
        except Failure:
            return False
        return True

    def publish(self, machine, context, listen):
        folder = self.folder / context
        folder.mkdir()
        self.start(machine, self.programs / 'time_server', '-ORBInitRef', f'NameService={self.service_url}',
                   '-ORBListenEndpoints', f'iiop://{listen}:0', '--ior-dir', folder, '--publish',
                   f'examples/{context}').await_line('ready\n')

    def call(self, machine, context):
        name = 'corbaname::' + ',:'.join(map(address, MACHINES)) + f'#examples/{context}'
        return self.run(machine, 'time_client', '--reqreply', f'{name}/reqreply', '--oneway', f'{name}/oneway',
                        '--iterations', '100')


def health(machines, machine):
    found = machines.tool(machine, 'check', 'examples', '--all', '--json')
    return {entry['name']: entry['health'] for entry in json.loads(found.stdout)}


def goes_on(machines):
    """Requires that machines 2 and 3 work without the first."""
    until('the client goes on', lambda: machines.call(3, 'time').returncode == 0)
    bound = 'corbaloc::192.0.2.1:4711/x'
    until('names are bound', lambda: machines.tool(3, 'rebind', 'after', bound).returncode == 0)
    until('the other has it', lambda: 'after' in machines.run(
        2, 'dimma', 'naming', 'list', '--service', address(2)).stdout.split())


def silent_machine(machines):
    """A machine is cut off while servers have connections to its service: another service keeps or restores their names,
    and clients that name all services go on."""
    machines.start_services()
    machines.publish(2, 'time', address(2))
    machines.cut_off(1)
    goes_on(machines)
    # Longer than the time after which names without a renewed lease are removed.
    time.sleep(2 * LEASE_S)

    def published():
        return machines.run(3, 'dimma', 'naming', 'list', 'examples/time', '--service', address(3)).stdout.split()
    until('the names are there', lambda: published() == ['oneway', 'reqreply'])
    goes_on(machines)


def tutorial(machines):
    machines.start_services()
    machines.publish(2, 'time', address(2))
    machines.publish(2, 'loop', '127.0.0.1')
    for machine in MACHINES:
        listed = machines.run(machine, 'dimma', 'naming', 'list', 'examples', '--service', address(machine)).stdout
        require(listed.split() == ['loop/', 'time/'], f'machine {machine} has other names: {listed}')
    called = machines.call(3, 'time')
    require(called.returncode == 0, f'the client does not find the server: {called.stdout}{called.stderr}')

    # Another machine cannot reach a server that only listens at a loopback address, and `check` reports that.
    found = health(machines, 3)
    for name in ('reqreply', 'oneway'):
        require(found[f'examples/time/{name}'] == 'answers', f'{name}: {found}')
        require(found[f'examples/loop/{name}'] == 'local only', f'{name}: {found}')
    require(machines.call(3, 'loop').returncode != 0, 'the loopback address of another machine answers')

    machines.kill(1)
    goes_on(machines)


SCENARIOS = {'tutorial': tutorial, 'silent-machine': silent_machine}


if __name__ == '__main__':
    run_one(__doc__, SCENARIOS, Machines)
