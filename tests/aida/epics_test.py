#!/usr/bin/env python3
"""epics_test.py --bin DIR --python VENV_PYTHON: aida_provider --kind epics against a real IOC, of the package softioc."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from processes import Failure, Laboratory, Server, free_port, require, until

IOC = pathlib.Path(__file__).parent / 'epics_ioc.py'
PVS = 'DIMMA:CURRENT,DIMMA:TURNS,DIMMA:NAME,DIMMA:MODE,DIMMA:ORBIT,DIMMA:BAD,DIMMA:COUNTER'


class Ioc:
    def __init__(self, python, laboratory):
        self.python = python
        self.laboratory = laboratory
        port = str(free_port())
        laboratory.environment.update({
            'EPICS_CA_ADDR_LIST': '127.0.0.1', 'EPICS_CA_AUTO_ADDR_LIST': 'NO', 'EPICS_CA_SERVER_PORT': port,
            'EPICS_CAS_INTF_ADDR_LIST': '127.0.0.1', 'EPICS_CA_REPEATER_PORT': str(free_port()),
            'EPICS_PVAS_INTF_ADDR_LIST': '127.0.0.1', 'EPICS_PVAS_SERVER_PORT': '0', 'EPICS_PVAS_BROADCAST_PORT': '0'})

    def start(self):
        log = self.laboratory.folder / f'{len(self.laboratory.servers)}-ioc.log'
        server = Server([self.python, '-B', str(IOC)], log, self.laboratory.environment)
        self.laboratory.servers.append(server)
        return server.await_line('ready')


def check(python, laboratory):
    ioc = Ioc(python, laboratory)
    laboratory.directory()
    refused = laboratory.provider('epics', '--pvs', 'DIMMA:NONE', ready=False)
    running = ioc.start()
    status = refused.process.wait(60)
    require(status == 1 and 'no IOC answers for the process variable DIMMA:NONE' in refused.log, f'{status} {refused.log}')
    provider = laboratory.provider('epics', '--pvs', PVS)
    require(len(laboratory.names('DIMMA:*')) == 14, f"{laboratory.names('DIMMA:*')}")
    for name, type_, text in [('DIMMA:CURRENT', 'double', '12.5'), ('DIMMA:TURNS', 'long', '42'),
                              ('DIMMA:NAME', 'string', 'quadrupole'), ('DIMMA:MODE', 'string', 'running')]:
        require(laboratory.get(name, '--type', type_) == text, f'{name}: {laboratory.get(name)!r}')
    orbit = laboratory.get('DIMMA:ORBIT').splitlines()
    require(len(orbit) == 1000 and orbit[3] == '1.5', f'{len(orbit)} {orbit[:5]}')
    laboratory.refused('get', 'DIMMA:CURRENT', '--type', 'long', says='DIMMA:CURRENT is of type double, not long')
    state = laboratory.get('DIMMA:BAD//STATE').splitlines()
    require(state[0].split() == ['value', 'severity', 'status', 'time'] and 'MAJOR' in state[1] and 'HIHI' in state[1] and
            state[1].startswith('99.5'), f'{state}')
    done = laboratory.run('watch', 'DIMMA:COUNTER', '--count', '3', '--period-ms', '20')
    values = [int(line.split()[1]) for line in done.stdout.splitlines()]
    require(done.returncode == 0 and len(values) == 3 and values == sorted(set(values)), f'{done.stdout}{done.stderr}')
    # aida_perf measures it.
    out = subprocess.run([str(laboratory.programs / 'aida_perf'), '9', str(laboratory.folder / 'test9'), 'epics',
                          '--iterations', '20', '--directory', laboratory.url],
                         env=laboratory.environment, capture_output=True, text=True, timeout=60)
    machine_is_missing = 'no provider that is registered has MACHINE:LOAD//MINUTE1'
    require(out.returncode == 1 and machine_is_missing in out.stderr, out.stderr)
    machine = laboratory.provider('machine')
    out = subprocess.run([str(laboratory.programs / 'aida_perf'), '9', str(laboratory.folder / 'test9'), 'epics',
                          '--iterations', '20', '--directory', laboratory.url],
                         env=laboratory.environment, capture_output=True, text=True, timeout=60)
    require(out.returncode == 0 and 'DIMMA:BAD, run 2' in out.stdout, f'{out.stdout}{out.stderr}')
    machine.stop()
    # An IOC that ends and is started again.
    running.kill()
    until('it is noticed', lambda: laboratory.run('get', 'DIMMA:CURRENT').returncode == 1)
    laboratory.refused('get', 'DIMMA:CURRENT', says='DIMMA:CURRENT is not to be had: its IOC')
    require(provider.process.poll() is None, provider.log)
    ioc.start()
    until('it is back', lambda: laboratory.has('DIMMA:CURRENT'))
    provider.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--python', required=True, help='of an environment that has softioc')
    arguments = parser.parse_args()
    if not pathlib.Path(arguments.python).exists():
        print(f'epics_test: there is no {arguments.python}: configure again, which makes it', file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix='aida-') as folder, Laboratory(arguments.bin, folder) as laboratory:
        try:
            check(arguments.python, laboratory)
        except Failure as failure:
            print(f'epics_test: {failure}', file=sys.stderr)
            for server in laboratory.servers:
                print(f'{server.log_path.name}:\n{server.log}', file=sys.stderr)
            return 1
    print('epics: as it should be')
    return 0


if __name__ == '__main__':
    sys.exit(main())
