#!/usr/bin/env python3
"""trace_test.py --bin DIR SCENARIO: servers and clients that trace their calls, and a collector that receives their spans."""

import base64
import collections
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'common'))

from collector import CLIENT, SERVER, Collector, attributes  # noqa: E402
from iiop import REQUEST, iiop_address, message  # noqa: E402
from scenarios import run_one  # noqa: E402
from servers import Servers, WITHIN_S, free_port, require, until  # noqa: E402

CONTEXT_TRACE = 0x64696d03
PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

Seen = collections.namedtuple('Seen', 'trace id parent kind name service span')


def hexadecimal(octets):
    """The hexadecimal text that was decoded as base64."""
    return base64.b64encode(octets).decode()


def seen(collector, count):
    """The spans, by the name of the process and the kind, each of which occurs once."""
    spans = {}
    for resource, span in collector.spans_when(count):
        service = attributes(resource)['service.name']
        one = Seen(hexadecimal(span.trace_id), hexadecimal(span.span_id), hexadecimal(span.parent_span_id), span.kind,
                   span.name, service, span)
        require(re.fullmatch('[0-9a-f]{32}', one.trace) and re.fullmatch('[0-9a-f]{16}', one.id), one)
        require((service, span.kind) not in spans, f'twice: {one}')
        require(span.start_time_unix_nano < span.end_time_unix_nano, one)
        spans[service, span.kind] = one
    return spans


class Nodes(Servers):
    url = None
    qos = 'transport=tcp'
    more = ()

    def environment(self, name, **variables):
        clean = {key: value for key, value in os.environ.items() if not key.startswith(('OTEL_', 'DIMMA_'))}
        return {**clean, 'OTEL_SERVICE_NAME': name, 'OTEL_RESOURCE_ATTRIBUTES': 'deployment.environment=test',
                **variables}

    def options(self):
        return ['--dimma-trace', 'on', '--dimma-qos', self.qos, '--dimma-trace-endpoint', self.url,
                '--dimma-trace-interval', '50ms', *self.more]

    def node(self, name, *words, traced=True, **variables):
        server = self.server([self.programs / 'traced_node', 'serve', *words, '--dimma-endpoint', 'iiop://127.0.0.1:0',
                              *(self.options() if traced else [])], environment=self.environment(name, **variables),
                             stdin=subprocess.PIPE)
        server.await_line('IOR:')
        server.reference = re.search('IOR:[0-9a-f]+', server.log).group()
        return server

    def call(self, name, reference, operation, times=1, *words, traced=True, **variables):
        command = [self.programs / 'traced_node', 'call', reference, operation, str(times), *words,
                   *(self.options() if traced else [])]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=WITHIN_S,
                              env=self.environment(name, **variables))
        require(done.returncode == 0, f'{operation}: {done.stdout}{done.stderr}')
        return done.stdout.splitlines()

    def end(self):
        """Ends the processes in order, so that waiting spans are exported."""
        for server in self.servers:
            server.process.stdin.close()
            require(server.process.wait(WITHIN_S) == 0, server.log)


def check_chain(nodes, transport):
    with Collector() as collector:
        nodes.url, nodes.qos = collector.url, f'transport={transport}'
        last = nodes.node('last')
        middle = nodes.node('middle', last.reference)
        answer = nodes.call('first', middle.reference, 'relay')
        spans = seen(collector, 4)
        one, two, three, four = (spans['first', CLIENT], spans['middle', SERVER], spans['middle', CLIENT],
                                 spans['last', SERVER])
        require(len({each.trace for each in spans.values()}) == 1, spans)
        require(one.parent == '' and two.parent == one.id and three.parent == two.id and four.parent == three.id, spans)
        require(answer == [f'00-{four.trace}-{four.id}-01'], f'{answer} is not within {four}')
        for each in spans.values():
            require(each.name == 'Traced.Node/relay', each)
            about = attributes(each.span)
            require(about['rpc.system'] == 'corba' and about['rpc.service'] == 'Traced.Node', about)
            require(about['rpc.method'] == 'relay' and about['dimma.transport'] == transport, about)
            require(each.span.status.code == 0, each)
        if transport == 'tcp':
            host, port, _ = iiop_address(middle.reference)
            about = attributes(one.span)
            require((about['server.address'], about['server.port']) == (host, port), about)
            require(attributes(two.span)['network.peer.address'] == '127.0.0.1', two)
        resource = attributes(collector.spans[0][0])
        require(resource['deployment.environment'] == 'test' and resource['telemetry.sdk.name'] == 'dimma', resource)
        nodes.end()


def chain(nodes):
    check_chain(nodes, 'tcp')


def shared_memory(nodes):
    check_chain(nodes, 'shm')


def sampled_out(nodes):
    """The client's sampling decision holds for all processes."""
    with Collector() as collector:
        nodes.url = collector.url
        server = nodes.node('server')
        nodes.more = ('--dimma-trace-sample', '0')
        answers = nodes.call('client', server.reference, 'where', 50)
        require(len(answers) == 50 and all(re.fullmatch('00-[0-9a-f]{32}-[0-9a-f]{16}-00', each) for each in answers),
                answers)
        nodes.end()
        require(not collector.spans and not collector.requests, collector.spans)


def joined(nodes):
    """A trace that was begun by another program; and a client that does not trace, whose server begins a trace."""
    with Collector() as collector:
        nodes.url = collector.url
        server = nodes.node('server')
        nodes.call('client', server.reference, 'where', 1, PARENT)
        spans = seen(collector, 2)
        require(spans['client', CLIENT].trace == PARENT[3:35] and spans['client', CLIENT].parent == PARENT[36:52], spans)
        require(spans['server', SERVER].parent == spans['client', CLIENT].id, spans)
        collector.spans.clear()
        nodes.call('client', server.reference, 'where', traced=False)
        root = seen(collector, 1)['server', SERVER]
        require(root.parent == '' and root.trace != PARENT[3:35], root)
        nodes.end()


def refused(nodes):
    """An exception is the status of both spans. The last spans of a client are exported when it ends."""
    with Collector() as collector:
        nodes.url = collector.url
        server = nodes.node('server')
        nodes.more = ('--dimma-trace-interval', '600s')
        require(nodes.call('client', server.reference, 'refuse') == ['as told'], 'it was not refused')
        for each in seen(collector, 2).values():
            require(each.span.status.code == 2, each)
            require(attributes(each.span)['error.type'] == 'IDL:Traced/Refused:1.0', each)
        nodes.end()


def away(nodes):
    """No collector listens. Calls go on, the log reports it, excess spans are dropped, and the processes end."""
    nodes.url = f'http://127.0.0.1:{free_port()}/v1/traces'
    nodes.more = ('--dimma-trace-queue', '10')
    server = nodes.node('server')
    answers = nodes.call('client', server.reference, 'where', 500)
    require(len(answers) == 500 and all(each.endswith('-01') for each in answers), answers[:3])
    until('the log tells of the collector', lambda: 'spans could not be exported yet' in server.log)
    require(nodes.url in server.log and 'refused' in server.log, server.log)
    until('the log tells of what is dropped', lambda: 'a span was dropped' in server.log)
    require(server.log.count('a span was dropped') <= 11, 'the log is not limited')
    nodes.end()


def throttled(nodes):
    """A batch that the collector rejects temporarily is sent again at the time that it gives."""
    with Collector() as collector:
        collector.answers = [(503, {'Retry-After': '1'}, b''), (429, {}, b'not yet'), (502, {}, b'')]
        nodes.url = collector.url
        server = nodes.node('server')
        nodes.call('client', server.reference, 'where', 3, traced=False)
        until('it is tried again', lambda: len(collector.requests) >= 4)
        require(len(collector.spans_when(3)) == 3, collector.spans)
        require('HTTP status 503' in server.log and 'will be retried' in server.log, server.log)
        nodes.end()


def partial(nodes):
    """A batch that the collector rejects permanently is reported, and not sent again."""
    with Collector() as collector:
        body = b'{"partialSuccess": {"rejectedSpans": "1", "errorMessage": "too old"}}'
        collector.answers = [(200, {'Content-Type': 'application/json'}, body), (400, {}, b'')]
        nodes.url = collector.url
        server = nodes.node('server')
        nodes.call('client', server.reference, 'where', 1, traced=False)
        until('the refusal is told', lambda: 'too old' in server.log)
        nodes.call('client', server.reference, 'where', 1, traced=False)
        until('the status is told', lambda: 'HTTP status 400' in server.log)
        nodes.call('client', server.reference, 'where', 1, traced=False)
        require(len(collector.spans_when(2)) == 2, collector.spans)
        nodes.end()


def request_with(key, operation, number, context):
    """A GIOP 1.2 request with one service context."""
    name = operation.encode() + b'\0'
    body = struct.pack('<IB3xH2xI', number, 3, 0, len(key)) + key
    body += bytes(-len(body) % 4) + struct.pack('<I', len(name)) + name
    body += bytes(-len(body) % 4) + struct.pack('<III', 1, CONTEXT_TRACE, len(context)) + context
    return message(REQUEST, body + bytes(-(len(body) + 12) % 8))


def encapsulated(*texts):
    octets = b'\1'
    for text in texts:
        octets += bytes(-len(octets) % 4) + struct.pack('<I', len(text) + 1) + text + b'\0'
    return octets


def answer_of(connection):
    octets = b''
    while len(octets) < 12 or len(octets) < 12 + struct.unpack('<I', octets[8:12])[0]:
        more = connection.recv(65536)
        require(more, f'the connection has ended behind {octets!r}')
        octets += more
    return octets


def hostile(nodes):
    """Malformed contexts: each request is served, and begins a new trace."""
    with Collector() as collector:
        nodes.url = collector.url
        server = nodes.node('server')
        host, port, key = iiop_address(server.reference)
        wrong = [b'\xff' * 64, b'\1', b'\0\0\0\0', b'\1\0\0\0\xff\xff\xff\xff00-', encapsulated(b''),
                 encapsulated(b'', b''), encapsulated(PARENT.encode()), encapsulated(PARENT.upper().encode(), b''),
                 encapsulated(PARENT.encode(), b'')[:-3], encapsulated(b'ff' + PARENT.encode()[2:], b''),
                 encapsulated(PARENT.encode(), b'a=1') + bytes(3000), os.urandom(200)]
        good = encapsulated(PARENT.encode(), b'a=\xff')
        with socket.create_connection((host, port), timeout=WITHIN_S) as connection:
            for number, context in enumerate([*wrong, good]):
                connection.sendall(request_with(key, 'where', number, context))
                answer = answer_of(connection)
                require(answer[7] == 1, answer)
                is_joined = PARENT[3:35].encode() in answer
                require(is_joined == (context is good), f'{context!r}: {answer!r}')
        spans = collector.spans_when(len(wrong) + 1)
        require(len({span.trace_id for _, span in spans}) == len(wrong) + 1, 'each has a trace of its own')
        require(spans[-1][1].trace_state == '', 'a state that is none stays behind')
        require('trace context of a request from tcp 127.0.0.1' in server.log, server.log)
        require(server.log.count('trace context of a request') <= 11, 'the log is not limited')
        nodes.end()


def silent(nodes):
    """A collector that accepts connections but never replies: calls do not wait for it, and the processes end."""
    with socket.socket() as listening:
        listening.bind(('127.0.0.1', 0))
        listening.listen()
        nodes.url = f'http://127.0.0.1:{listening.getsockname()[1]}/v1/traces'
        server = nodes.node('server', OTEL_EXPORTER_OTLP_TIMEOUT='3600000')
        require(len(nodes.call('client', server.reference, 'where', 10, OTEL_EXPORTER_OTLP_TIMEOUT='3600000')) == 10,
                'ten answers')
        nodes.end()


def options(nodes):
    """An invalid collector address is rejected with a message; environment variables are used."""
    def refusal(*words, **variables):
        done = subprocess.run([str(nodes.programs / 'traced_node'), 'serve', '--dimma-trace', 'on', *words],
                              capture_output=True, text=True, timeout=WITHIN_S, stdin=subprocess.DEVNULL,
                              env=nodes.environment('x', **variables))
        require(done.returncode == 1, f'{words} {variables}: {done}')
        return done.stderr
    require("--dimma-trace-endpoint: 'ftp://x'" in refusal('--dimma-trace-endpoint', 'ftp://x'), 'a scheme')
    require('OTEL_EXPORTER_OTLP_ENDPOINT' in refusal(OTEL_EXPORTER_OTLP_ENDPOINT='localhost:4317'), 'no URL')
    require('OTEL_BSP_SCHEDULE_DELAY' in refusal(OTEL_BSP_SCHEDULE_DELAY='soon'), 'no number')
    require('/nowhere.pem' in refusal('--dimma-trace-endpoint', 'https://127.0.0.1/',
                                      OTEL_EXPORTER_OTLP_CERTIFICATE='/nowhere.pem'), 'no file')
    with Collector() as collector:
        server = nodes.node('plain', traced=False)
        nodes.call('client', server.reference, 'where', 1, traced=False, DIMMA_TRACE='on',
                   OTEL_EXPORTER_OTLP_ENDPOINT=collector.url.removesuffix('/v1/traces'),
                   OTEL_EXPORTER_OTLP_HEADERS='x-token=a%20b')
        collector.spans_when(1)
        require(collector.requests[0]['x-token'] == 'a b', collector.requests)
        nodes.end()


def omniorb(nodes):
    """omniORB's server ignores the context and replies as usual; calls of omniORB's client have no parent."""
    port = free_port()
    folder = nodes.folder / 'names'
    folder.mkdir()
    names = nodes.server(['omniNames', '-start', port, '-datadir', folder, '-ORBendPoint', f'giop:tcp:127.0.0.1:{port}'],
                         stdin=subprocess.PIPE)
    names.await_line('Checkpointing completed')
    with Collector() as collector:
        nodes.url = collector.url
        theirs = f'corbaloc::127.0.0.1:{port}/NameService'
        require(nodes.call('client', theirs, 'exists', 5) == ['yes'] * 5, 'omniNames does not answer')
        spans = collector.spans_when(5)
        require(all(span.kind == CLIENT and span.name == '_non_existent' and not span.status.code for _, span in spans),
                spans)
        collector.spans.clear()
        nodes.more = ('--dimma-trace-sample', '0')
        require(nodes.call('client', theirs, 'exists', 5) == ['yes'] * 5, 'omniNames does not answer what is sampled out')
        nodes.more = ()
        server = nodes.node('server')
        done = subprocess.run(['nameclt', '-ORBInitRef', f'NameService={server.reference}', 'list'], capture_output=True,
                              timeout=WITHIN_S)
        require(done.returncode != 0, 'a node is not a naming context')
        asked = seen(collector, 1)['server', SERVER]
        require(asked.name == 'Traced.Node/_is_a' and asked.parent == '', asked)
        names.kill()
        nodes.servers.remove(names)
        nodes.end()


def secure(nodes):
    """Export over TLS, only to a collector whose certificate is from a trusted authority."""
    certificate, key = nodes.folder / 'certificate.pem', nodes.folder / 'key.pem'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                    '-keyout', str(key), '-out', str(certificate), '-days', '2', '-subj', '/CN=collector', '-addext',
                    'subjectAltName=IP:127.0.0.1'], check=True, capture_output=True, timeout=WITHIN_S)
    with Collector((certificate, key)) as collector:
        nodes.url = collector.url
        server = nodes.node('server', OTEL_EXPORTER_OTLP_CERTIFICATE=str(certificate))
        nodes.call('client', server.reference, 'where', 1, traced=False)
        collector.spans_when(1)
        other = nodes.node('other')
        nodes.call('client', other.reference, 'where', 1, traced=False)
        until('the certificate is refused', lambda: 'certificate' in other.log)
        require(len(collector.spans) == 1, collector.spans)
        nodes.end()


SCENARIOS = {'chain': chain, 'shared-memory': shared_memory, 'sampled-out': sampled_out, 'joined': joined,
             'refused': refused, 'away': away, 'throttled': throttled, 'partial': partial, 'hostile': hostile,
             'silent': silent, 'options': options, 'omniorb': omniorb, 'secure': secure}

if __name__ == '__main__':
    run_one(__doc__, SCENARIOS, Nodes)
