#!/usr/bin/env python3
"""addresses_test.py --bin DIR SCENARIO: the addresses in references, on machines with chosen addresses, which are network
namespaces. The user needs the right to make one, as root or by a user namespace."""

import os
import shutil
import subprocess
import sys

from tool_processes import MISUSED, REFUSED, Server, require, run_one

INSIDE = 'DIMMA_TEST_INSIDE'
PORT = 4711


def ip(*words):
    subprocess.run(['ip', *words], check=True)


def make_machine(*addresses):
    """Makes an interface with a carrier and these addresses, without duplicate address detection."""
    ip('link', 'set', 'lo', 'up')
    ip('link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'far0')
    for device in ('eth0', 'far0'):
        ip('link', 'set', device, 'addrgenmode', 'none', 'up')
    for address in addresses:
        ip('address', 'add', *address.split(), 'dev', 'eth0', *(['nodad'] if ':' in address else []))


def shown(laboratory, reference):
    """The addresses of a reference, in order, and its object key in the form of a URL."""
    profiles = laboratory.json('ior', 'show', reference, '--json')['profiles']
    addresses = []
    for profile in profiles:
        addresses.append(f"{profile['host']} {profile['port']}")
        addresses += [f"{component['host']} {component['port']}" for component in profile['components']
                      if component['tag'] == 3]
    octets = profiles[0]['object_key']['octets']
    return addresses, ''.join(f'%{octets[i:i + 2]}' for i in range(0, len(octets), 2))


def check(laboratory, endpoint, expected, reached, options=(), warns=''):
    """Checks the addresses that a server at the endpoint publishes, and that it is reached at each of these hosts."""
    folder = laboratory.folder / 'server'
    folder.mkdir()
    command = [laboratory.programs / 'time_server', '--ior-dir', folder, '--dimma-endpoint', endpoint, *options]
    with Server(command, folder) as server:
        addresses, key = shown(laboratory, folder / 'reqreply.ior')
        require(addresses == [f'{host} {PORT}' for host in expected], f'{endpoint}: {addresses}')
        for host in reached:
            laboratory.tool('ping', f'corbaloc:iiop:1.2@{host}:{PORT}/{key}', '--count', '1')
        log = server.printed()
        require(warns in log if warns else 'warning' not in log, f'{endpoint}: {log}')
    shutil.rmtree(folder)


IPV4, IPV6, LINK = '192.0.2.5', '2001:db8::5', 'fe80::1'


def both_families(laboratory):
    make_machine(f'{LINK}/64', 'fd00::5/64', f'{IPV4}/24', f'{IPV6}/64', '2001:db8::6/64 preferred_lft 0')
    everywhere = [IPV4, f'[{IPV6}]', '127.0.0.1', '[::1]', f'[{LINK}%25eth0]', f'[{LINK}%eth0]']
    for endpoint in (f'iiop://[::]:{PORT}', f'iiop://:{PORT}'):
        check(laboratory, endpoint, [IPV4, IPV6], everywhere)
        check(laboratory, endpoint, [IPV4, IPV6], everywhere, options=('--dimma-giop', '1.1'))
    check(laboratory, f'iiop://0.0.0.0:{PORT}', [IPV4], [IPV4])
    check(laboratory, f'iiop://[::]:{PORT},iiop://0.0.0.0:{PORT}', [IPV6, IPV4], everywhere)
    check(laboratory, f'iiop://[::]:{PORT}', ['plant.example'], everywhere, options=('--dimma-publish', 'plant.example'))
    ip('address', 'del', f'{IPV4}/24', 'dev', 'eth0')
    check(laboratory, f'iiop://[::]:{PORT}', [IPV6], [f'[{IPV6}]'])
    check(laboratory, f'iiop://0.0.0.0:{PORT}', ['127.0.0.1'], ['127.0.0.1'], warns='--dimma-publish HOST')


def link_local(laboratory):
    make_machine(f'{LINK}/64')
    zones = [f'[{LINK}%25eth0]', f'[{LINK}%eth0]']
    for host in zones:
        check(laboratory, f'iiop://{host}:{PORT}', [LINK], zones, warns=f'references name [{LINK}]:{PORT} without the zone')
    # Without a warning, as another address is published.
    check(laboratory, f'iiop://{zones[0]}:{PORT}', ['plant.example'], zones, options=('--dimma-publish', 'plant.example'))
    ip('address', 'add', f'{IPV4}/24', 'dev', 'eth0')
    check(laboratory, f'iiop://{zones[0]}:{PORT},iiop://{IPV4}:{PORT}', [LINK, IPV4], [*zones, IPV4])


def wrong_zones(laboratory):
    make_machine(f'{LINK}/64', f'{IPV6}/64')
    for host, says in ((f'{LINK}%25nowhere0', "this machine has no network interface 'nowhere0', which the zone names"),
                       (f'{LINK}%nowhere0', "this machine has no network interface 'nowhere0', which the zone names"),
                       (LINK, 'a link-local address needs a zone'),
                       (f'{IPV6}%25eth0', 'the address is not link-local')):
        printed = laboratory.tool('ping', f'corbaloc::[{host}]:{PORT}/Key', '--count', '1', status=REFUSED)
        require(says in printed, f'{host}: {printed}')
    laboratory.fails('ping', f'corbaloc::[{LINK}%]:{PORT}/Key', status=MISUSED, says='not the zone of an IPv6 address')
    server = laboratory.programs / 'time_server'
    for zone, says in (('%25nowhere0', "no network interface 'nowhere0'"), ('', 'a link-local address needs a zone'),
                       ('%25eth%zz', '--dimma-endpoint: ')):
        done = subprocess.run([server, '--ior-dir', laboratory.folder, '--dimma-endpoint', f'iiop://[{LINK}{zone}]:{PORT}'],
                              capture_output=True, text=True, timeout=60, check=False)
        require(done.returncode != 0 and says in done.stderr, f'{zone}: {done.returncode} {done.stderr}')


def link_local_tls(laboratory):
    """A certificate can have a link-local address, but no zone."""
    make_machine(f'{LINK}/64')
    certificate = laboratory.folder / 'wide.pem'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
                    '-subj', '/CN=link', '-addext', f'subjectAltName=IP:{LINK}', '-keyout', certificate,
                    '-out', laboratory.folder / 'ca.pem'], check=True, capture_output=True)
    trusted = ['--dimma-tls-authorities', laboratory.folder / 'ca.pem']
    certificate.write_text(certificate.read_text() + (laboratory.folder / 'ca.pem').read_text())
    with laboratory.server('dimma', 'everything', '--dimma-endpoint', f'ssliop://[{LINK}%25eth0]:{PORT}',
                           '--dimma-tls-certificate', certificate) as reference:
        addresses, key = shown(laboratory, reference)
        require(addresses == [f'{LINK} 0'], addresses)
        laboratory.tool('ping', f'corbaloc:ssliop:1.2@[{LINK}%25eth0]:{PORT}/{key}', '--count', '1', *trusted)


def main():
    if INSIDE not in os.environ:
        for inside in (['unshare', '-n'], ['unshare', '-Urn']):
            probe = [*inside, 'ip', 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'far0']
            if shutil.which('unshare') and shutil.which('ip') and subprocess.run(probe, check=False).returncode == 0:
                os.environ[INSIDE] = '1'
                os.execvp(inside[0], [*inside, sys.executable, '-B', *sys.argv])
        sys.exit('no network namespace can be made here: run this as root, or as a user who may make a user namespace')
    return run_one(__doc__, {'both_families': both_families, 'link_local': link_local,
                             'link_local_tls': link_local_tls, 'wrong_zones': wrong_zones})


if __name__ == '__main__':
    sys.exit(main())
