#!/usr/bin/env python3
"""trouble_test.py --bin DIR SCENARIO: a server that is misused, flooded and killed. Its log, its metrics and its recorder
show these events."""

import contextlib
import http.client
import json
import pathlib
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'common'))

from iiop import iiop_address, message, request  # noqa: E402
from page_test import browse  # noqa: E402
from scenarios import run_one  # noqa: E402
from servers import Servers, WITHIN_S, free_port, require, until  # noqa: E402

LOG_EVENTS = 'dimma_log_events_total'


class Troubled(Servers):
    def begin(self, qos, *options, **process_options):
        self.page_port = free_port()
        self.server_ = self.server(
            [self.programs / 'troubled_server', qos, '--dimma-endpoint', 'iiop://127.0.0.1:0', '--dimma-log', 'info',
             '--dimma-inspect', f'127.0.0.1:{self.page_port}', *options], stdin=subprocess.PIPE, **process_options)
        self.reference = re.search('\nIOR:[0-9a-f]+', self.server_.await_line('\nIOR:').log).group().strip()
        self.host, self.port, self.key = iiop_address(self.reference)

    def end(self):
        self.server_.process.stdin.close()
        require(self.server_.process.wait(WITHIN_S) == 0, self.server_.log)

    def connect(self, *octets):
        connection = socket.create_connection((self.host, self.port), timeout=WITHIN_S)
        for part in octets:
            connection.sendall(part)
        return connection

    def command(self, *words, **options):
        return subprocess.Popen([str(self.programs / 'dimma'), 'call', self.reference, *map(str, words), '--idl',
                                 str(HERE / 'trouble.idl')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, **options)

    def call(self, *words):
        return self.command(*words).communicate(timeout=WITHIN_S)[0]

    def get(self, target):
        connection = http.client.HTTPConnection('127.0.0.1', self.page_port, timeout=WITHIN_S)
        with contextlib.closing(connection):
            connection.request('GET', target)
            reply = connection.getresponse()
            require(reply.status == 200, f'{target}: {reply.status}')
            return reply.read().decode()

    def metric(self, name, **labels):
        """The sum of the metric's values with these labels."""
        lines = [line for line in self.get('/metrics').splitlines() if line.startswith(name + '{')
                 and all(f'{label}="{value}"' in line for label, value in labels.items())]
        return sum(float(line.rpartition(' ')[2]) for line in lines)

    def calls(self, operation):
        return [call for call in json.loads(self.get('/calls?limit=1000'))['calls'] if call['operation'] == operation]

    def find(self, event, words, is_recorded=True):
        """Requires that the event is counted, and recorded with its peer or endpoint and with the same line as in the log."""
        until(f'{event} in the metrics: {self.server_.log}', lambda: self.metric(LOG_EVENTS, event=event) >= 1)
        require(re.search(words, self.server_.log), f'{event}: {words!r} is not in the log: {self.server_.log}')
        recorded = [each for each in json.loads(self.get('/events'))['events']
                    if each['event'] == event and re.search(words, each['text'])]
        require(bool(recorded) == is_recorded, f'{event} is recorded: {recorded}')
        for each in recorded:
            require(each['text'] in self.server_.log, f'{each}: {self.server_.log}')
            require(each['peer'] or each['endpoint'], each)


def octets(count):
    return struct.pack('<I', count) + bytes(count)


def check_misused(lab):
    lab.begin('transport=tcp', '--dimma-max-message', '64k', '--dimma-connection-memory', '64k')
    with lab.connect(b'GET / HTTP/1.1\r\nHost: here\r\n\r\n'):
        lab.find('protocol_mismatch', 'HTTP')
    with lab.connect(b'GIOP\x09\x02\x01\0\0\0\0\0'):
        lab.find('message_malformed', 'is closed')
    lab.connect(request(lab.key, 'pause', arguments=struct.pack('<I', 0))[:30]).close()
    lab.find('connection_broken', 'is closed|broken|ended')
    # Requests that are sent only in part.
    with lab.connect() as hoarder:
        with contextlib.suppress(OSError):
            for number in range(1, 9):
                hoarder.sendall(request(lab.key, 'echo', number, octets(200_000)[:40_000], more=True))
        lab.find('memory_exhausted', '--dimma-connection-memory')
    told = lab.call('fail')
    require('the disk is full' in told, told)
    lab.find('servant_threw', 'std::runtime_error: the disk is full')
    require(lab.metric('dimma_call_failures_total', operation='fail', exception='IDL:omg.org/CORBA/UNKNOWN:1.0') == 1,
            lab.get('/metrics'))
    failed, = lab.calls('fail')
    require(failed['outcome'] == 'system exception' and failed['stages'][2]['us'] > 0, failed)
    lab.end()


def check_flooded(lab):
    lab.begin('transport=tcp,messages=2,exhausted=raise', '--dimma-send-timeout', '300ms')
    with lab.connect() as flood:
        for number in range(8):
            flood.sendall(request(lab.key, 'pause', number, struct.pack('<I', 4000)))
        lab.find('requests_exhausted', 'NO_RESOURCES')
        until('two are served', lambda: lab.metric('dimma_calls_in_progress', operation='pause') == 2)
    require(lab.metric('dimma_resource_refusals_total', side='server', resource='messages') >= 6, lab.get('/metrics'))
    until('the others have been served', lambda: len(lab.calls('pause')) == 2)
    # Replies that the client does not read.
    with lab.connect() as unread:
        unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        unread.settimeout(0.2)
        with contextlib.suppress(OSError):
            for number in range(200):
                unread.sendall(request(lab.key, 'echo', number, octets(1_000_000)))
        lab.find('connection_stalled', 'does not read its replies')
    lab.end()
    # More connections than threads, and more than descriptors.
    lab.begin('transport=tcp,processing=nullTask(2)')
    with contextlib.ExitStack() as held:
        for _ in range(5):
            held.enter_context(lab.connect(request(lab.key, 'pause', arguments=struct.pack('<I', 0))))
        lab.find('connections_exhausted', 'keeps clients waiting')
        until('two are served', lambda: lab.metric('dimma_resource_in_use', resource='connections') == 2)
    lab.end()
    limit = 60
    lab.begin('transport=tcp', preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    with contextlib.ExitStack() as held:
        lab.get('/metrics')
        for _ in range(limit):
            held.enter_context(lab.connect())
        until('the log says so', lambda: 'cannot accept a connection' in lab.server_.log)
    lab.find('accept_failed', 'Too many open files')
    lab.end()


def check_killed(lab):
    lab.begin('transport=tcp')
    client = lab.command('pause', 4000)
    until('it is served', lambda: lab.metric('dimma_calls_in_progress', operation='pause') == 1)
    client.send_signal(signal.SIGKILL)
    client.communicate()
    served, = until('the call has ended', lambda: lab.calls('pause'))
    require(served['stages'][2]['us'] >= 4_000_000, served)
    lab.find('connection_closed', 'the client has ended it, with 1 request in progress', is_recorded=False)
    # A client that is killed while it sends.
    half = subprocess.Popen([sys.executable, '-c', f'''
import socket, time
connection = socket.create_connection(({lab.host!r}, {lab.port}))
connection.sendall({request(lab.key, 'echo', arguments=octets(100_000))[:200]!r} + bytes(49_800))
print('sent', flush=True)
time.sleep({WITHIN_S})
'''], stdout=subprocess.PIPE, text=True)
    require(half.stdout.readline() == 'sent\n', 'the client that sends a half')
    time.sleep(0.1)
    half.kill()
    half.communicate()
    lab.find('connection_broken', 'ended within a message')
    require(lab.metric('dimma_log_events_total', event='connection_accepted') >= 2, lab.get('/metrics'))
    # The server is killed: its client gets an exception, and the request in progress is lost.
    client = lab.command('pause', 60_000)
    until('it is served', lambda: lab.metric('dimma_calls_in_progress', operation='pause') == 1)
    lab.server_.kill()
    told = client.communicate(timeout=WITHIN_S)[0]
    require(re.search('COMM_FAILURE|TRANSIENT', told) and client.returncode != 0, f'{client.returncode} {told}')


def check_many(lab):
    """A server with more operations than the page shows at once: it shows some, and those that match a search."""
    lab.begin('processing=shared')
    _, _, key = iiop_address(re.search('anything: (IOR:[0-9a-f]+)', lab.server_.log)[1])
    with lab.connect() as connection:
        for number in range(250):
            connection.sendall(request(key, f'operation_{number}_'))
            connection.recv(65536)
    url = f'http://127.0.0.1:{lab.page_port}/'
    dom = browse(url, lab.folder, '--dump-dom')
    require(re.search('The slowest 50 of 25[0-9]', dom), dom[-6000:])
    require(dom.count('<tr>') < 500, f'{dom.count("<tr>")} rows')
    dom = browse(url + '#OPERATION_77_', lab.folder, '--dump-dom')
    require('operation_77_' in dom and re.search('1 that fit, of 25[0-9]', dom), dom[-6000:])
    require('None of' in browse(url + '#nothing-like-it', lab.folder, '--dump-dom'), 'what does not fit is shown')
    lab.end()


CHECKS = {'misused': check_misused, 'flooded': check_flooded, 'killed': check_killed, 'many': check_many}

if __name__ == '__main__':
    run_one(__doc__, CHECKS, Troubled)
