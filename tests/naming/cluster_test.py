"""Several dimma-naming on a cluster of three etcd members, tested by clients: cluster_test.py --bin DIR SCENARIO."""

import argparse
import base64
import json
import pathlib
import random
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from service_processes import Failure, Laboratory, free_port, require, until

MEMBERS = 3
# More than the time for which the other services still name a service that has died.
NAMED_S = 40
CERTIFICATES = pathlib.Path(__file__).resolve().parent.parent / 'common' / 'certificates' / 'make_certificates.sh'
PASSWORD = 'of a "user"'


class Cluster(Laboratory):
    """The members of etcd, and the services, by number."""

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.client_ports = [free_port() for _ in range(MEMBERS)]
        self.peer_ports = [free_port() for _ in range(MEMBERS)]
        self.ports = [free_port() for _ in range(MEMBERS)]
        self.members = [None] * MEMBERS
        self.services = [None] * MEMBERS
        self.certificates = None  # a folder if etcd requires TLS and a user
        self.health_ports = [free_port() for _ in range(MEMBERS)]

    def secure(self):
        """Makes the members use TLS; called before they are started. guard() makes them require a user too."""
        self.certificates = self.folder / 'certificates'
        self.certificates.mkdir()
        subprocess.run(['sh', CERTIFICATES, self.certificates], check=True, timeout=60)
        self.user_file.write_text(f'names\n{PASSWORD}\n')

    @property
    def user_file(self):
        return self.certificates / 'user'

    @property
    def store_arguments(self):
        if not self.certificates:
            return []
        return ['--etcd-authorities', self.certificates / 'ca.pem', '--etcd-certificate', self.certificates / 'nameless.pem',
                '--etcd-key', self.certificates / 'nameless.key', '--etcd-user-file', self.user_file]

    def guard(self):
        """Adds a user for the names to the cluster, which then rejects requests of others."""
        context = ssl.create_default_context(cafile=self.certificates / 'ca.pem')
        context.load_cert_chain(self.certificates / 'client.pem', self.certificates / 'client.key')
        first, last = (base64.b64encode(key).decode() for key in (b'/dimma/', b'/dimma0'))
        for path, body in (('user/add', {'name': 'root', 'password': 'all'}), ('user/grant', {'user': 'root', 'role': 'root'}),
                           ('user/add', {'name': 'names', 'password': PASSWORD}), ('role/add', {'name': 'names'}),
                           ('role/grant', {'name': 'names', 'perm': {'permType': 'READWRITE', 'key': first, 'range_end': last}}),
                           ('user/grant', {'user': 'names', 'role': 'names'}), ('enable', {})):
            url = f'https://127.0.0.1:{self.client_ports[0]}/v3/auth/{path}'
            with urllib.request.urlopen(url, json.dumps(body).encode(), timeout=30, context=context) as answer:
                answer.read()

    @property
    def scheme(self):
        return 'https' if self.certificates else 'http'

    @property
    def url(self):
        addresses = ',:'.join(f'127.0.0.1:{port}' for port in self.ports)
        return f'corbaloc::{addresses}/NameService'

    @property
    def shared_store(self):
        return 'etcd:' + ','.join(f'{self.scheme}://127.0.0.1:{port}' for port in self.client_ports)

    def start_member(self, number):
        client, peer = f'{self.scheme}://127.0.0.1:{self.client_ports[number]}', f'http://127.0.0.1:{self.peer_ports[number]}'
        all_of_them = ','.join(f'm{i}=http://127.0.0.1:{port}' for i, port in enumerate(self.peer_ports))
        self.members[number] = self.server(
            ['etcd', '--name', f'm{number}', '--data-dir', self.folder / f'm{number}', '--listen-client-urls', client,
             '--advertise-client-urls', client, '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer,
             '--listen-metrics-urls', f'http://127.0.0.1:{self.health_ports[number]}',
             '--initial-cluster', all_of_them, '--logger', 'zap', *self.member_arguments])

    @property
    def member_arguments(self):
        if not self.certificates:
            return []
        return ['--cert-file', self.certificates / 'server.pem', '--key-file', self.certificates / 'server.key', '--client-cert-auth',
                '--trusted-ca-file', self.certificates / 'ca.pem', '--bcrypt-cost', '4', '--auth-token-ttl', '2']

    def is_healthy(self, number):
        try:
            with urllib.request.urlopen(f'http://127.0.0.1:{self.health_ports[number]}/health', timeout=2) as answer:
                return json.load(answer)['health'] == 'true'
        except (urllib.error.URLError, OSError, ValueError):
            return False

    def start_members(self):
        for number in range(MEMBERS):
            self.start_member(number)
        for number in range(MEMBERS):
            until(f'member {number} is healthy', lambda: self.is_healthy(number))

    def start_service(self, number, *arguments):
        self.services[number] = self.service('--ior-file', self.folder / f'{number}.ior', *self.store_arguments, *arguments,
                                             port=self.ports[number], store=self.shared_store)

    def start(self):
        self.start_members()
        if self.certificates:
            self.guard()
        for number in range(MEMBERS):
            self.start_service(number)

    def at(self, number):
        return f'corbaloc::127.0.0.1:{self.ports[number]}/NameService'

    def ior(self, number):
        return (self.folder / f'{number}.ior').read_text().strip()

    def tool(self, *arguments, service=None, fails=False):
        done = subprocess.run([self.programs / 'dimma', 'naming', *arguments, '--service', service or self.url],
                              capture_output=True, text=True, timeout=120)
        require((done.returncode != 0) == fails, f'{arguments}: status {done.returncode}, {done.stdout}{done.stderr}')
        return done.stdout + done.stderr


def same_tree(cluster, _):
    """A name that is bound at one service can be resolved at the others to the same reference, and nameclt reaches each."""
    cluster.start()
    cluster.tool('mkdir', 'a', service=cluster.at(0))
    cluster.tool('bind', 'a/x', 'corbaloc::192.0.2.1:4711/x', service=cluster.at(1))
    for number in range(MEMBERS):
        require(cluster.nameclt('list', 'a', url=cluster.at(number)) == 'x', f'service {number} has another tree')
    context = cluster.nameclt('resolve', 'a', url=cluster.at(0))
    # A context that is bound a second time, at another service, belongs to the same tree.
    cluster.nameclt('-advanced', 'bind_context', 'again', context, url=cluster.at(2))
    require(cluster.nameclt('list', 'again', url=cluster.at(1)) == 'x', 'the context is another')
    cluster.nameclt('remove_context', 'a', url=cluster.at(1), fails='NotEmpty')
    cluster.nameclt('unbind', 'a/x', url=cluster.at(2))
    cluster.nameclt('resolve', 'a/x', url=cluster.at(0), fails='NotFound')


def dead_service(cluster, _):
    """Clients of a service that dies fail over to the others, also omniORB's: by its reference, a context's, and corbaloc."""
    cluster.start()
    cluster.tool('mkdir', 'a')
    cluster.tool('bind', 'a/x', 'corbaloc::192.0.2.1:4711/x')

    def names(ior, ports):
        told = subprocess.run(['catior', ior], capture_output=True, text=True, timeout=60).stdout
        return all(str(port) in told for port in ports)
    until('the first names all', lambda: names(cluster.ior(0), cluster.ports))
    root, context = cluster.ior(0), cluster.nameclt('resolve', 'a', url=cluster.at(0))
    cluster.services[0].kill()
    require('x' in cluster.tool('list', 'a', service=root), 'dimma does not go on by the reference')
    require(cluster.nameclt('list', 'a', url=root) == 'x', 'omniORB does not go on by the reference')
    require(cluster.nameclt('list', url=context) == 'x', 'omniORB does not go on by the reference of a context')
    require(cluster.nameclt('list', 'a') == 'x', 'omniORB does not go on by corbaloc')
    # The others no longer list the service, and list it again after its restart.
    until('it is forgotten', lambda: not names(cluster.ior(1), cluster.ports[:1]), NAMED_S)
    cluster.start_service(0)
    until('it is there again', lambda: names(cluster.ior(1), cluster.ports), NAMED_S)
    # A service that ends in order is removed before its lease expires.
    cluster.services[0].stop()
    until('it has gone', lambda: not names(cluster.ior(1), cluster.ports[:1]), NAMED_S)


def no_quorum(cluster, _):
    """Without a majority changes fail with a message; with a majority they succeed again, and nothing has been lost."""
    cluster.start()
    cluster.tool('bind', 'before', 'corbaloc::192.0.2.1:4711/x')
    for number in (0, 1):
        cluster.members[number].kill()
    began = time.monotonic()
    said = cluster.tool('bind', 'meanwhile', 'corbaloc::192.0.2.1:4711/x', '--timeout', '60s', service=cluster.at(2),
                        fails=True)
    require('TRANSIENT' in said or 'COMM_FAILURE' in said, said)
    require('etcd at ' in said, f'{said!r} does not say what is wrong')
    require('etcd' in cluster.services[2].log, 'the log does not say what is wrong')
    require(time.monotonic() - began < 50, 'was not refused at its deadline')
    for number in (0, 1):
        cluster.start_member(number)
    until('the majority is back', lambda: all(cluster.is_healthy(number) for number in range(MEMBERS)))
    until('binding works', lambda: 'before' in cluster.tool('list', service=cluster.at(2)))
    cluster.tool('bind', 'afterwards', 'corbaloc::192.0.2.1:4711/x', service=cluster.at(2))
    cluster.tool('resolve', 'before', service=cluster.at(1))


def kills(cluster, arguments):
    """SIGKILL of services and members, one at a time and under load: each acknowledged change persists, and no refused
    change does."""
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 31)
    print(f'seed {seed}', flush=True)
    rng = random.Random(seed)
    cluster.start()
    load = subprocess.Popen([cluster.programs / 'naming_load', cluster.url, '4', str(seed)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(arguments.kills):
            time.sleep(rng.uniform(0, 0.4))
            number = rng.randrange(MEMBERS)
            if rng.random() < 0.5:
                cluster.services[number].kill()
                cluster.start_service(number)
            else:
                cluster.members[number].kill()
                time.sleep(rng.uniform(0, 0.5))
                cluster.start_member(number)
                until(f'member {number} is healthy', lambda: cluster.is_healthy(number))
        out, _ = load.communicate('check\n', timeout=300)
    finally:
        load.kill()
        load.wait()
    print(out.strip().split('\n')[-1])
    require(load.returncode == 0, f'seed {seed}: {out}')
    acknowledged = int(out.split(' changes acknowledged')[0].split()[-1])
    require(acknowledged > 5 * arguments.kills, f'seed {seed}: too little was done: {out}')


def secure(cluster, _):
    """With TLS and a user: members are killed and restarted, which invalidates tokens, while names are bound and resolved.
    A service that may not use the cluster reports the reason."""
    cluster.secure()
    cluster.start()
    cluster.tool('bind', 'a', 'corbaloc::192.0.2.1:4711/x', service=cluster.at(0))
    for number in range(MEMBERS):
        cluster.members[number].kill()
        cluster.tool('bind', f'without{number}', 'corbaloc::192.0.2.1:4711/x', '--timeout', '60s', service=cluster.at(number))
        cluster.start_member(number)
        until(f'member {number} is healthy', lambda: cluster.is_healthy(number))
    for number in range(MEMBERS):
        listed = cluster.tool('list', '--timeout', '60s', service=cluster.at(number))
        require(all(name in listed for name in ('a', 'without0', 'without1', 'without2')), f'service {number} has {listed}')
        cluster.tool('bind', f'after{number}', 'corbaloc::192.0.2.1:4711/x', '--timeout', '60s', service=cluster.at(number))
    store = ['--store', cluster.shared_store, '--listen', f'127.0.0.1:{free_port()}']
    of_tls, user = cluster.store_arguments[:6], cluster.store_arguments[6:]
    cluster.refused(*store, *of_tls, says='--etcd-user-file')
    cluster.refused(*store, *user, says='certificate was rejected.*--etcd-authorities')
    cluster.refused(*store, *user, *of_tls[:2], says='--etcd-certificate')
    other = cluster.folder / 'other'
    other.write_text('names\nwrong\n')
    cluster.refused(*store, *of_tls, '--etcd-user-file', other, says=f"authentication failed.*the user 'names' of {other}")
    named = ['--etcd-certificate', cluster.certificates / 'client.pem', '--etcd-key', cluster.certificates / 'client.key']
    cluster.refused(*store, *of_tls[:2], *named, *user, says='certificate without a common name')
    cluster.refused('--store', ':memory:', '--etcd-user-file', other, says='--etcd-user-file: the store is not one of etcd', status=2)


SCENARIOS = {'same-tree': same_tree, 'secure': secure, 'dead-service': dead_service, 'no-quorum': no_quorum, 'kills': kills}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--kills', type=int, default=20)
    parser.add_argument('--seed', type=int)
    parser.add_argument('scenario', choices=SCENARIOS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Cluster(arguments.bin, folder) as cluster:
        try:
            SCENARIOS[arguments.scenario](cluster, arguments)
        except (Failure, subprocess.TimeoutExpired) as failure:
            print(f'FAILED {failure}')
            for server in cluster.servers:
                print(f'--- {server.name}\n{server.log[-2000:]}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
