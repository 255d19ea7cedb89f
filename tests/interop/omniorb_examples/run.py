"""Runs omniORB's own examples: run.py --bin DIR --examples DIR EXAMPLE, or run.py --list.

Each example is a server and a client, or one program. Built with dimma, it has to print what it prints if it is built with
omniORB; and with the client of one and the server of the other it has to print the same."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'harness'))
import callbacks  # noqa: E402
from processes import Failure, Server, require_program  # noqa: E402

WITHIN_S = 60
ORBS = ('dimma', 'omni')
LOOPBACK = ['-ORBendPoint', 'giop:tcp:127.0.0.1:0']


class Example:
    """A server that prints its reference in its first line, as a context; it is killed at the end unless a client ends it."""

    def __init__(self, program, *arguments):
        self.arguments = [require_program(program), *arguments]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def reference(self):
        watchdog = threading.Timer(WITHIN_S, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline().strip()
        watchdog.cancel()
        if not line.startswith('IOR:'):
            raise Failure(f'{self.arguments} prints {line!r} instead of its reference')
        return line

    def rest(self):
        """Waits until the server ends by itself; returns what it printed after its reference."""
        printed, _ = self.process.communicate(timeout=WITHIN_S)
        if self.process.returncode != 0:
            raise Failure(f'{self.arguments} ends with status {self.process.returncode}')
        return printed


def run(program, *arguments):
    """Runs a program to its end; returns all that it prints."""
    command = [require_program(program), *map(str, arguments)]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           timeout=WITHIN_S, text=True)
    if ended.returncode != 0:
        raise Failure(f'{command} ends with status {ended.returncode}\n{ended.stdout}')
    return ended.stdout


class Programs:
    """Those of the build in `bin`, and those that are installed with the sources in `examples`."""

    def __init__(self, folder, examples, work):
        self.bin = folder
        self.examples = examples
        self.work = work

    def path(self, orb, name):
        return self.examples / name if orb == 'omni' else self.bin / f'dimma_example_{name.replace("/", "_")}'


def alone(name):
    """A program that is both ends."""
    return lambda programs, _, orb: run(programs.path(orb, name))


def alone_in_any_order(name):
    """A program whose lines come in any order: threads print them, or values that are copied and deleted."""
    say = alone(name)
    return lambda *how: '\n'.join(sorted(say(*how).splitlines()))


def called_by(caller, name):
    """A server that a client calls by the reference that it prints."""
    def say(programs, server, client):
        with Example(programs.path(server, name), *LOOPBACK) as running:
            return run(programs.path(client, caller), running.reference())
    return say


def called_by_eg2(name):
    return called_by('echo/eg2_clt', name)


def called_dynamically(name):
    """The client prints a mark for each time that it has polled, of which there may be any number."""
    say = called_by('dii/echo_diiclt', name)
    return lambda programs, server, client: say(programs, server, client).replace('#', '')


def called_asynchronously(programs, server, client):
    """A client with a reply handler."""
    with Example(programs.path(server, 'echo/eg2_impl'), *LOOPBACK) as running:
        return run(programs.path(client, 'ami/echo_callback'), running.reference(), *LOOPBACK)


def called_back(programs, server, client):
    with Example(programs.path(server, 'call_back/cb_server'), *LOOPBACK) as running:
        reference = running.reference()
        printed = run(programs.path(client, 'call_back/cb_client'), reference, *LOOPBACK)
        printed += run(programs.path(client, 'call_back/cb_shutdown'), reference)
        return printed + running.rest()


def called_back_over_connection(programs, server, client):
    """Options allow the callback as omniORB's example requires; dimma's server has the policy alone."""
    offer, accept = callbacks.client_options(client), callbacks.server_options(server)
    if client == 'dimma':
        offer += ['--dimma-bidirectional', 'offer']
    with Example(programs.path(server, 'bidir/bd_server'), *accept) as running:
        reference = running.reference()
        printed = run(programs.path(client, 'bidir/bd_client'), reference, *offer)
        printed += run(programs.path(client, 'bidir/bd_shutdown'), reference)
        return printed + running.rest()


def named(name):
    """A server that the client of example 3 finds by its name. It prints nothing, so the client is repeated until then."""
    def say(programs, server, client):
        names = programs.work / 'names.ior'
        service = [programs.bin / 'dimma-naming', '--store', ':memory:', '--listen', '127.0.0.1:0', '--ior-file', names]
        with Server(service, programs.work):
            there = ['-ORBInitRef', f'NameService={names.read_text().strip()}']
            with Example(programs.path(server, name), *there, *LOOPBACK):
                end = time.monotonic() + WITHIN_S
                while True:
                    printed = run(programs.path(client, 'echo/eg3_clt'), *there)
                    if 'replied' in printed or time.monotonic() > end:
                        return printed
    return say


EXAMPLES = {
    'eg1': alone('echo/eg1'),
    'implicit_activation': alone('poa/implicit_activation/eg1'),
    'thrspecdata': alone_in_any_order('thread/thrspecdata'),
    'eg2': called_by_eg2('echo/eg2_impl'),
    'persistent_objref': called_by_eg2('poa/persistent_objref/eg2_impl'),
    'servant_activator': called_by_eg2('poa/servant_manager/servant_activator'),
    'servant_locator': called_by_eg2('poa/servant_manager/servant_locator'),
    'eg3': named('echo/eg3_impl'),
    'eg3_tie': named('echo/eg3_tieimpl'),
    'ami': called_asynchronously,
    'bidir': called_back_over_connection,
    'call_back': called_back,
    'dii': called_dynamically('echo/eg2_impl'),
    'dsi': called_by_eg2('dsi/echo_dsiimpl'),
    'values': called_by('valuetype/simple/vclient', 'valuetype/simple/vserver'),
    'values_alone': alone_in_any_order('valuetype/simple/vcoloc'),
    'dii_dsi': called_dynamically('dsi/echo_dsiimpl'),
}


def check(example, programs):
    say = EXAMPLES[example]
    expected = say(programs, 'omni', 'omni')
    if not expected:
        raise Failure('omniORB\'s programs print nothing')
    for server in ORBS:
        for client in ORBS:
            said = say(programs, server, client)
            if said != expected:
                raise Failure(f'the server of {server} and the client of {client} print\n{said}\ninstead of\n{expected}')
            print(f'server: {server}, client: {client}: as expected')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('example', nargs='?', choices=EXAMPLES)
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--bin', type=pathlib.Path)
    parser.add_argument('--examples', type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.list:
        print('\n'.join(EXAMPLES))
        return
    with tempfile.TemporaryDirectory() as work:
        try:
            check(arguments.example, Programs(arguments.bin, arguments.examples, pathlib.Path(work)))
        except Failure as failure:
            sys.exit(f'FAILED: {failure}')


if __name__ == '__main__':
    main()
