#!/usr/bin/env python3
"""inspect_test.py --bin DIR SCENARIO: the inspection of a naming service by real clients."""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'naming'))

from service_processes import Failure, Laboratory, WITHIN_S, free_port, require, until  # noqa: E402
from iiop import request  # noqa: E402
from terminal import on_terminal  # noqa: E402

MAKE_CERTIFICATES = pathlib.Path(__file__).resolve().parents[1] / 'common' / 'certificates' / 'make_certificates.sh'
NOBODY = 65534
TOKEN = 'f00d-0123456789abcdef+/&%'

IDLE_CONNECTIONS = 1000
CONNECTIONS_MAX = 64


class Inspected(Laboratory):
    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.page_port = free_port()

    def begin(self, *options, at=None):
        """Starts the service, and makes a call that succeeds and one that raises an exception."""
        server = self.service('--dimma-inspect', at or f'127.0.0.1:{self.page_port}', *options)
        self.nameclt('list')
        self.nameclt('resolve', 'nothing', fails='NotFound')
        return server

    def get(self, target, method='GET', host=None, body=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.page_port, timeout=WITHIN_S)
        headers = {'Host': host} if host is not None else {}
        with contextlib.closing(connection):
            connection.request(method, target, body=body, headers=headers)
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()

    def good(self, target):
        status, headers, body = self.get(target)
        require(status == 200, f'{target}: {status} {body}')
        return headers, body.decode() if 'pcap' not in headers['Content-Type'] else body

    def json(self, target):
        return json.loads(self.good(target)[1])

    def raw(self, octets):
        """Sends octets; returns the response up to the end of the connection."""
        with socket.create_connection(('127.0.0.1', self.page_port), timeout=WITHIN_S) as connection:
            connection.sendall(octets)
            connection.shutdown(socket.SHUT_WR)
            received = b''
            while octets_more := connection.recv(65536):
                received += octets_more
            return received.decode()

    def certificates(self):
        made = self.folder / 'certificates'
        made.mkdir()
        done = subprocess.run(['sh', MAKE_CERTIFICATES, made], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=WITHIN_S)
        require(done.returncode == 0, done.stderr)
        return made

    def token_file(self, text=TOKEN, mode=0o600):
        path = self.folder / 'token'
        path.unlink(missing_ok=True)
        path.write_text(text + '\n')
        path.chmod(mode)
        return path

    def begin_with_token(self, at, *options):
        return self.begin('--dimma-inspect-token-file', self.token_file(), *options, at=at)

    def curl(self, url, *options, status):
        """The head and body of the response, which has to have the status."""
        done = subprocess.run(['curl', '--silent', '--show-error', '--include', '--max-time', str(WITHIN_S),
                               *map(str, options), url], capture_output=True, text=True, timeout=WITHIN_S)
        require(done.returncode == 0, f'curl {url}: {done.returncode} {done.stderr}')
        head, _, body = done.stdout.partition('\n\n' if '\r' not in done.stdout else '\r\n\r\n')
        require(re.match(rf'HTTP/1.1 {status} ', head), f'{url} {options}: {head}')
        return head, body

    def dimma(self, *words, status=0):
        done = subprocess.run([str(self.programs / 'dimma'), *map(str, words)], capture_output=True, text=True,
                              timeout=WITHIN_S)
        require(done.returncode == status, f'{words}: {done.returncode} {done.stdout}{done.stderr}')
        return done.stdout + done.stderr


def threads_of(pid):
    return [path.read_text().strip() for path in pathlib.Path(f'/proc/{pid}/task').glob('*/comm')]


def policy_of(pid, name):
    for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
        if (task / 'comm').read_text().strip() == name:
            return os.sched_getscheduler(int(task.name))
    raise Failure(f'there is no thread {name}')


def sockets_named(word):
    return [line.split()[-1] for line in pathlib.Path('/proc/net/unix').read_text().splitlines() if word in line]


def check_answers(lab):
    server = lab.begin('--dimma-capture', 'on')
    pid = server.process.pid
    described = lab.json('/describe')
    require(described['process']['pid'] == pid and described['process']['program'] == 'dimma-naming', described)
    require(described['orb']['metrics'] and described['orb']['recorded_calls'] == 4096, described['orb'])
    require(any(part['part'] == 'endpoint 1' and part['lines'] for part in described['parts']), described['parts'])
    operations = {operation['operation']: operation for channel in described['channels']
                  for operation in channel['operations']}
    require(operations['list']['calls'] == 1 and operations['list']['p50_us'] > 0, operations)
    require(operations['resolve']['failures'] == [{'exception': 'IDL:omg.org/CosNaming/NamingContext/NotFound:1.0',
                                                   'count': 1}], operations['resolve'])
    calls = lab.json('/calls')['calls']
    require({call['operation'] for call in calls} >= {'list', 'resolve'}, calls)
    require([stage['stage'] for stage in calls[0]['stages']] == ['receive', 'dispatch', 'upcall', 'reply'], calls[0])
    require(len(lab.json('/calls?limit=1')['calls']) == 1, 'the limit is not kept')
    at = f'tcp:127.0.0.1:{lab.port}'
    require(operations['list']['addresses'] == [at], operations['list'])
    require(all(call['address'] == at and call['peer'].startswith('tcp:127.0.0.1:') for call in calls), calls)
    require(not re.search(r'[0-9]E[+-]?[0-9]', lab.good('/describe')[1]), 'numbers with exponents')
    _, metrics = lab.good('/metrics')
    require('operation="list"} 1\n' in metrics and '\nprocess_threads ' in metrics, metrics)
    headers, capture = lab.good('/capture.pcap')
    require(capture[:4] in (b'\xd4\xc3\xb2\xa1', b'\xa1\xb2\xc3\xd4', b'\x4d\x3c\xb2\xa1'), capture[:16])
    headers, page = lab.good('/')
    require('<title>' in page and "default-src 'none'" in headers['Content-Security-Policy'], headers)
    status, headers, body = lab.get('/', 'HEAD')
    require(status == 200 and int(headers['Content-Length']) == len(page.encode()) and body == b'', headers)
    require(policy_of(pid, 'dimma-inspect') == os.SCHED_IDLE, 'the thread has not idle priority')
    server.stop()


def check_off(lab):
    server = lab.service()
    require('dimma-inspect' not in threads_of(server.process.pid), 'there is its thread')
    require(not sockets_named(f'@dimma-inspect-{server.process.pid}'), 'there is its socket')
    server.stop()
    server = lab.begin('--dimma-metrics', 'off', '--dimma-recorder', 'off')
    described = lab.json('/describe')
    require(not described['orb']['metrics'] and not described['orb']['recorded_calls'], described['orb'])
    require(not described['channels'] and not lab.json('/calls')['calls'], described)
    require('dimma_calls_total' not in lab.good('/metrics')[1], 'calls are counted')
    status, _, body = lab.get('/capture.pcap')
    require(status == 404 and b'--dimma-capture on' in body, body)
    server.stop()
    # A program that is not linked with the library.
    said = lab.dimma('--dimma-inspect', 'unix', 'naming', 'list', status=2)
    require('dimma::inspect' in said, said)
    symbols = subprocess.run(['nm', '-C', str(lab.programs / 'naming_load')], capture_output=True, text=True)
    require(symbols.returncode == 0 and 'boost::beast' not in symbols.stdout, 'a program without it has Boost.Beast')


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, address):
        super().__init__('localhost', timeout=WITHIN_S)
        self.address = address

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.address)


def status_at(address):
    with contextlib.closing(UnixConnection(address)) as connection:
        connection.request('GET', '/describe')
        return connection.getresponse().status


def told_to_another_user(address):
    """The octets that another user gets from a socket; None if it may not connect. Needs root."""
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as peer:
        peer.settimeout(WITHIN_S)
        os.seteuid(NOBODY)
        try:
            peer.connect(address)
        except PermissionError:
            return None
        finally:
            os.seteuid(0)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            peer.sendall(b'GET /describe HTTP/1.0\r\n\r\n')
            return peer.recv(65536)
        return b''


def check_unix(lab):
    server = lab.begin(at='unix')
    address = f'\0dimma-inspect-{server.process.pid}'
    require(status_at(address) == 200, 'the abstract socket does not answer')
    is_root = os.geteuid() == 0  # only root can act as another user
    if is_root:
        require(told_to_another_user(address) == b'', 'another user is answered')
        require(status_at(address) == 200, 'nobody is answered now')
    server.stop()
    path = lab.folder / 'page.socket'
    lab.folder.chmod(0o755)
    server = lab.begin(at=f'unix:{path}')
    if is_root:
        require(told_to_another_user(str(path)) is None, 'another user may connect')
        path.chmod(0o777)
        require(told_to_another_user(str(path)) == b'', 'another user is answered where the mode lets it connect')
        path.chmod(0o600)
    require(status_at(str(path)) == 200, 'the socket does not answer')
    require(stat.S_IMODE(path.stat().st_mode) == 0o600, oct(path.stat().st_mode))
    lab.refused('--store', lab.folder / 'other.db', '--listen', '127.0.0.1:0', '--dimma-inspect', f'unix:{path}',
                says='in use', status=2)
    server.kill()
    require(path.exists(), 'who was killed has removed its socket')
    server = lab.begin(at=f'unix:{path}')
    server.stop()
    require(not path.exists(), 'the socket is left over')


def check_addresses(lab):
    for address, says in [('0.0.0.0:8680', 'not an address of this machine alone.*token'),
                          ('192.168.1.1:1', 'not an address of this machine alone.*token'),
                          ('example.org:80', 'HOST is localhost or an IP address'),
                          ('https://127.0.0.1:0', '--dimma-tls-certificate'),
                          ('http://127.0.0.1:0', 'not such an address'), ('::1:80', 'is'),
                          ('8680', 'not such an address'), ('127.0.0.1:x', 'no port'),
                          ('127.0.0.1:65536', 'no port'), ('unix:', 'no path'), ('unix:/' + 'x' * 200, 'too long'),
                          ('unix:/nowhere/at/all', 'cannot listen')]:
        lab.refused('--store', lab.folder / 'other.db', '--listen', '127.0.0.1:0', '--dimma-inspect', address,
                    says=says, status=2)
    server = lab.begin(at=f'localhost:{lab.page_port}')
    lab.good('/describe')
    lab.refused('--store', lab.folder / 'other.db', '--listen', '127.0.0.1:0', '--dimma-inspect',
                f'127.0.0.1:{lab.page_port}', says='in use', status=2)
    server.stop()


def check_misuse(lab):
    server = lab.begin()
    for status, says, request in [
            (404, b'/metrics', {'target': '/nothing'}), (404, b'/metrics', {'target': '/../etc/passwd'}),
            (400, b'limit=N', {'target': '/calls?limit=x'}), (400, b'limit=N', {'target': '/calls?limit=-1'}),
            (400, b'buckets=on', {'target': '/describe?buckets=all'}),
            (400, b'limit=N', {'target': '/calls?limit=99999999999999999999'}),
            (405, b'GET and HEAD', {'target': '/', 'method': 'POST', 'body': b'x' * 100_000}),
            (405, b'GET and HEAD', {'target': '/', 'method': 'DELETE'}),
            (400, b'body', {'target': '/', 'body': b'x'}),
            (403, b'Host', {'target': '/describe', 'host': 'evil.example'}),
            (403, b'Host', {'target': '/describe', 'host': '127.0.0.1.evil.example:80'}),
            (403, b'Host', {'target': '/describe', 'host': '10.0.0.1'}),
            (431, b'8192', {'target': '/' + 'x' * 20_000})]:
        found, _, body = lab.get(**request)
        require(found == status and says in body, f'{request}: {found} {body}')
    for host in ('localhost', 'LOCALHOST:1', '127.0.0.1', '127.1.2.3:80', '[::1]:80'):
        require(lab.get('/describe', host=host)[0] == 200, host)
    for octets, says in [(b'hello\r\n\r\n', 'HTTP/1.1 400'), (b'\x16\x03\x01\x02\0\x01\0\x01', 'HTTP/1.1 400'),
                         (b'GIOP\x01\x02\0\0\0\0\0\0' + bytes(200), 'HTTP/1.1 400'), (b'GET / HTTP/1.1\r\n\r\n', 'no Host'),
                         (b'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n', 'several Host'),
                         (b'GET /describe HTTP/1.1\r\nHost: localhost\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n',
                          'HTTP/1.1 404'), (b'', '')]:
        received = lab.raw(octets)
        require(says in received, f'{octets}: {received}')
    lab.good('/describe')
    server.stop()


def check_idle(lab):
    """A client is served despite more idle connections than the limit."""
    server = lab.begin()
    with contextlib.ExitStack() as stack:
        for _ in range(IDLE_CONNECTIONS):
            stack.enter_context(contextlib.closing(socket.create_connection(('127.0.0.1', lab.page_port),
                                                                            timeout=WITHIN_S)))
        lab.good('/describe')
        descriptors = lab.json('/describe')['process']['descriptors']
        require(descriptors < CONNECTIONS_MAX + 100, f'{descriptors} descriptors are open')
    lab.good('/describe')
    server.stop()


def check_object(lab):
    """Inspection over IIOP, by the command and omniORB's client, if access rules and the option allow it."""
    rules = lab.folder / 'rules'
    rules.write_text('deny * call DimmaInspect::Inspector::capture\nallow *\n')
    observing = ('--dimma-metrics', 'on', '--dimma-recorder', 'on', '--dimma-capture', 'on')
    server = lab.service('--dimma-inspect-objects', 'on', '--dimma-access', rules, *observing)
    require('dimma-inspect' not in threads_of(server.process.pid), 'the object has a thread')
    lab.nameclt('list')
    lab.nameclt('resolve', 'nothing', fails='NotFound')
    target = f'corbaloc::127.0.0.1:{lab.port}'
    key = target + '/DimmaInspector'
    require('endpoint 1' in lab.dimma('describe', target), 'no endpoint')
    described = json.loads(lab.dimma('describe', key, '--json'))
    require(described['process']['pid'] == server.process.pid, described)
    shown = lab.dimma('top', target, '--json', '--rounds', 2, '--interval', '50ms')
    rounds = [json.loads(line)['operations'] for line in shown.splitlines()]
    require(len(rounds) == 2 and {each['operation'] for each in rounds[1]} >= {'list', 'resolve', 'describe_json'}, rounds)
    require('list' in lab.dimma('top', target, '--rounds', 1), 'no table')
    calls, capture = lab.folder / 'calls.json', lab.folder / 'calls.pcap'
    lab.dimma('record', target, '--calls', calls)
    require(any(call['operation'] == 'list' for call in json.loads(calls.read_text())['calls']), calls.read_text())
    require('NO_PERMISSION' in lab.dimma('record', target, '--pcap', capture, status=1), 'the rules are not kept')
    done = subprocess.run([str(lab.programs / 'omni_inspector'), key], capture_output=True, text=True, timeout=WITHIN_S)
    for line in (f'process {server.process.pid} dimma-naming threads ', 'part endpoint 1 lines ',
                 'operation list calls 1 failures 0 timed', 'operation resolve calls 1 failures 1 timed',
                 'resource connections in use ', 'calls 2', 'event request_refused', 'dimma_calls_total{'):
        require(line in done.stdout, f'omniORB is not told {line!r}: {done.stdout}{done.stderr}')
    require(done.returncode == 1 and 'raised NO_PERMISSION' in done.stdout, f'{done.returncode} {done.stdout}')
    server.stop()
    # The object enables no observation by itself, and reports which is off.
    server = lab.service('--dimma-inspect-objects', 'on')
    done = subprocess.run([str(lab.programs / 'omni_inspector'), key], capture_output=True, text=True, timeout=WITHIN_S)
    require(done.returncode == 0 and 'nothing captured: ' in done.stdout, done.stdout)
    require('operation ' not in done.stdout, done.stdout)
    require('--dimma-capture on' in lab.dimma('record', target, '--pcap', capture, status=1), 'nothing is captured')
    require('--dimma-metrics off' in lab.dimma('top', target, '--rounds', 1), 'nothing is counted')
    server.stop()
    server = lab.service()
    require('--dimma-inspect-objects on' in lab.dimma('describe', target, status=1), 'the object is there')
    server.stop()
    lab.dimma('describe', target, status=3)
    # A program that is not linked with the library, and a wrong value.
    for value, says in [('on', 'dimma::inspect'), ('x', 'neither on nor off')]:
        said = lab.dimma('--dimma-inspect-objects', value, 'naming', 'list', status=2)
        require(says in said, said)


INVENTED_NAMES = 600
INVENTED_OCTETS = 60_000
ANSWER_MAX = 1_000_000
GROWTH_MAX = 64_000_000


def ask_for_invented_operations(lab):
    """Sends requests for distinct operations that no object has, one of them with a name that is not text."""
    with socket.create_connection(('127.0.0.1', lab.port), timeout=WITHIN_S) as connection:
        for number in range(INVENTED_NAMES):
            name = b'%d' % number + b'x' * INVENTED_OCTETS if number else b'\xff\xfe\x1b[2J"\\\n'
            connection.sendall(request(b'NameService', name, number))
            head = b''
            while len(head) < 12:
                head += connection.recv(12 - len(head))
            left = int.from_bytes(head[8:12], 'little' if head[6] & 1 else 'big')
            while left:
                left -= len(connection.recv(left))


def check_names(lab):
    """Operation names that a peer invents are neither kept nor shown verbatim, even if rules deny everything."""
    rules = lab.folder / 'rules'
    rules.write_text('deny *\n')
    for options in ((), ('--dimma-access', rules)):
        server = lab.service('--dimma-inspect', f'127.0.0.1:{lab.page_port}', '--dimma-trace', 'on', *options)
        ask_for_invented_operations(lab)  # allocates everything that is allocated once
        before = lab.json('/describe')['process']['resident_octets']
        for _ in range(3):
            ask_for_invented_operations(lab)
        described = lab.json('/describe')
        operations = {operation['operation']: operation for channel in described['channels']
                      for operation in channel['operations']}
        require(set(operations) == {'(others)'}, list(operations))
        require(operations['(others)']['calls'] == 4 * INVENTED_NAMES, operations)
        for target in ('/metrics', '/describe', '/describe?buckets=on', '/calls?limit=100000', '/events'):
            text = lab.good(target)[1]
            require(len(text) < (5 if 'calls' in target else 1) * ANSWER_MAX, f'{target}: {len(text)} characters')
            require('xxxxx' * 100 not in text, f'{target} has a long name')
        grown = lab.json('/describe')['process']['resident_octets'] - before
        require(grown < GROWTH_MAX, f'the process has grown by {grown} octets')
        if not options:
            lab.nameclt('list')
            require('operation="list"} 1\n' in lab.good('/metrics')[1], 'an operation has lost its own name')
        server.stop()


def check_guarded(lab):
    """A token on the loopback interface, sent by programs in a header, and by browsers with a form and a cookie."""
    server = lab.begin_with_token(None)
    url = f'http://127.0.0.1:{lab.page_port}'
    for target in ('/', '/describe', '/metrics', '/calls', '/events', '/capture.pcap', '/nothing', '/page.js', '/plots.js'):
        head, body = lab.curl(url + target, status=401)
        require('WWW-Authenticate: Bearer' in head and 'token' in body and 'process' not in body, head + body)
    for wrong in ('Bearer x', f'Bearer {TOKEN}x', f'Basic {TOKEN}', TOKEN):
        lab.curl(url + '/describe', '-H', f'Authorization: {wrong}', status=401)
    right = ('-H', f'Authorization: Bearer {TOKEN}')
    _, body = lab.curl(url + '/describe', *right, status=200)
    require(json.loads(body)['process']['pid'] == server.process.pid, body)
    lab.curl(url + '/describe', *right, '-H', 'Host: evil.example', status=403)
    lab.curl(url + '/describe', *right, '-X', 'POST', '-d', 'x', status=405)
    # The requests of a browser.
    html = ('-H', 'Accept: text/html')
    _, form = lab.curl(url + '/', *html, status=401)
    require('<form method="post" action="/login">' in form, form)
    lab.curl(url + '/page.css', status=200)
    jar = lab.folder / 'cookies'
    lab.curl(url + '/login', *html, '-c', jar, '--data-urlencode', 'token=wrong', status=401)
    lab.curl(url + '/', '-b', jar, status=401)
    lab.curl(url + '/login', '-d', 'x' * 5000, status=413)
    head, _ = lab.curl(url + '/login', '-c', jar, '--data-urlencode', f'token={TOKEN}', status=303)
    cookie = re.search('Set-Cookie: (.*)', head).group(1)
    require('HttpOnly' in cookie and 'SameSite=Strict' in cookie and TOKEN not in cookie, head)
    require('Location: /' in head, head)
    for target in ('/', '/page.js', '/describe', '/metrics'):
        lab.curl(url + target, '-b', jar, status=200)
    require('inspect the ORB with a wrong token' in server.log and TOKEN not in server.log, server.log)
    server.stop()
    server = lab.begin_with_token(None)
    lab.curl(url + '/', '-b', jar, status=401)
    server.stop()
    for text, mode, says in [(TOKEN, 0o644, 'chmod 600'), (TOKEN, 0o660, 'chmod 600'), ('short', 0o600, 'a token has'),
                             (TOKEN + ' x', 0o600, 'a token has')]:
        lab.refused('--store', lab.folder / 'other.db', '--listen', '127.0.0.1:0', '--dimma-inspect', '127.0.0.1:0',
                    '--dimma-inspect-token-file', lab.token_file(text, mode), says=says, status=2)


def handshake(port, *options):
    return subprocess.run(['openssl', 's_client', '-connect', f'127.0.0.1:{port}', *options], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=WITHIN_S)


def check_tls(lab):
    """A network address requires TLS and a token."""
    made = lab.certificates()
    certificate = ('--dimma-tls-certificate', made / 'server.pem', '--dimma-tls-key', made / 'server.key')
    at = f'0.0.0.0:{lab.page_port}'
    other = ('--store', lab.folder / 'other.db', '--listen', '127.0.0.1:0', '--dimma-inspect', at)
    lab.refused(*other, *certificate, says='needs a token.*--dimma-inspect-token-file', status=2)
    lab.refused(*other, '--dimma-inspect-token-file', lab.token_file(), says='--dimma-tls-certificate', status=2)
    server = lab.begin_with_token(at, *certificate, '--dimma-capture', 'on', '--dimma-log', 'orb=info,warning')
    server.await_line(f'inspected at https://0.0.0.0:{lab.page_port}')
    url = f'https://localhost:{lab.page_port}'
    trust = ('--cacert', made / 'ca.pem')
    right = ('-H', f'Authorization: Bearer {TOKEN}')
    lab.curl(url + '/metrics', *trust, status=401)
    lab.curl(url + '/metrics', *trust, '-H', 'Authorization: Bearer ' + 'x' * len(TOKEN), status=401)
    _, metrics = lab.curl(url + '/metrics', *trust, *right, status=200)
    require('operation="list"} 1\n' in metrics, metrics)
    lab.curl(url + '/metrics', *trust, *right, '-H', 'Host: plant-3.example', status=200)
    head, _ = lab.curl(url + '/login', *trust, '--data-urlencode', f'token={TOKEN}', status=303)
    require('Set-Cookie: __Host-dimma-' in head and '; Secure' in head, head)
    # Several requests on a connection, by another client, and responses longer than a TLS record.
    context = ssl.create_default_context(cafile=made / 'ca.pem')
    with contextlib.closing(http.client.HTTPSConnection('localhost', lab.page_port, context=context,
                                                        timeout=WITHIN_S)) as connection:
        for _ in range(20):
            for target in ('/describe', '/calls?limit=1000', '/page.js'):
                connection.request('GET', target, headers={'Authorization': f'Bearer {TOKEN}'})
                reply = connection.getresponse()
                require(reply.status == 200 and len(reply.read()) > 500, f'{target}: {reply.status}')
    # A client that reads a long response only after the system's buffers are full.
    with socket.create_connection(('127.0.0.1', lab.port), timeout=WITHIN_S) as connection:
        for _ in range(3000):
            connection.sendall(request(b'NameService', 'nothing_'))
            connection.recv(65536)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(WITHIN_S)
    slow.connect(('127.0.0.1', lab.page_port))
    with context.wrap_socket(slow, server_hostname='localhost') as connection:
        connection.sendall(f'GET /calls?limit=100000 HTTP/1.0\r\nAuthorization: Bearer {TOKEN}\r\n\r\n'.encode())
        time.sleep(0.3)
        answer = b''.join(iter(lambda: connection.recv(65536), b''))
    head, _, body = answer.partition(b'\r\n\r\n')
    require(b' 200 ' in head and len(json.loads(body)['calls']) > 3000, head)
    for version, is_good in (('-tls1_3', True), ('-tls1_2', True), ('-tls1_1', False), ('-tls1', False)):
        done = handshake(lab.page_port, version, '-cipher', 'DEFAULT@SECLEVEL=0')
        require(('Cipher is (NONE)' not in done.stdout) == is_good, f'{version}: {done.stdout}{done.stderr}')
    plain = ['curl', '--silent', f'http://127.0.0.1:{lab.page_port}/metrics', *right]
    done = subprocess.run(plain, capture_output=True, timeout=WITHIN_S)
    require(done.returncode != 0 and not done.stdout, f'without TLS: {done}')
    # Clients that begin no handshake are disconnected for others.
    with contextlib.ExitStack() as stack:
        for _ in range(2 * CONNECTIONS_MAX):
            stack.enter_context(contextlib.closing(socket.create_connection(('127.0.0.1', lab.page_port),
                                                                            timeout=WITHIN_S)))
        lab.curl(url + '/metrics', *trust, *right, status=200)
    require(TOKEN not in server.log and 'without the token' in server.log, server.log)
    server.stop()
    server = lab.begin(*certificate, '--dimma-tls-handshake-timeout', '200ms', at=f'https://127.0.0.1:{lab.page_port}')
    lab.curl(url + '/metrics', *trust, status=200)
    with socket.create_connection(('127.0.0.1', lab.page_port), timeout=WITHIN_S) as silent:
        require(silent.recv(1) == b'', 'who begins no handshake is told something')
    server.await_line('it timed out (--dimma-tls-handshake-timeout)')
    server.stop()


def check_prometheus(lab):
    """A real Prometheus scrapes the metrics, and answers queries about them."""
    server = lab.begin()
    _, metrics = lab.good('/metrics')
    done = subprocess.run(['promtool', 'check', 'metrics'], input=metrics, capture_output=True, text=True,
                          timeout=WITHIN_S)
    require(done.returncode == 0 and not done.stdout + done.stderr, done.stdout + done.stderr)
    (lab.folder / 'prometheus.yml').write_text(
        'scrape_configs:\n- job_name: naming\n  scrape_interval: 200ms\n  scrape_timeout: 200ms\n  static_configs:\n'
        f'  - targets: ["127.0.0.1:{lab.page_port}"]\n')
    port = free_port()
    prometheus = lab.server(['prometheus', f'--config.file={lab.folder}/prometheus.yml',
                             f'--storage.tsdb.path={lab.folder}/data', f'--web.listen-address=127.0.0.1:{port}'])

    def query(text):
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=WITHIN_S)
        with contextlib.closing(connection):
            try:
                connection.request('GET', '/api/v1/query?' + urllib.parse.urlencode({'query': text}))
                answer = json.loads(connection.getresponse().read())
            except (OSError, ValueError):
                return None
        found = answer.get('data', {}).get('result')
        return float(found[0]['value'][1]) if found else None

    until('Prometheus has scraped it', lambda: query('up{job="naming"}') == 1)
    require(query('sum(dimma_calls_total{operation="list"})') == 1, 'calls')
    require(query('sum(dimma_call_failures_total{operation="resolve"})') == 1, 'failures')
    require(query('histogram_quantile(0.99, sum by (le) (dimma_call_duration_seconds_bucket))') > 0, 'a quantile')
    prometheus.kill()
    server.stop()


def check_commands(lab):
    """dimma describe, top and record, by process and by address."""
    server = lab.begin('--dimma-capture', 'on')
    address = f'127.0.0.1:{lab.page_port}'
    require('endpoint 1' in lab.dimma('describe', address), 'no endpoint')
    described = json.loads(lab.dimma('describe', address, '--json'))
    require(described['process']['pid'] == server.process.pid, described)
    shown = lab.dimma('top', address, '--rounds', 2, '--interval', '50ms')
    require(shown.count('list') == 2 and 'p99' in shown, shown)
    require(f'list (server, tcp:127.0.0.1:{lab.port})' in shown, shown)
    for columns, lines in ((200, 50), (60, 12), (20, 4)):
        screen, status = on_terminal([lab.programs / 'dimma', 'top', address, '--rounds', 1], columns, lines)
        require(status == 0 and '\x1b[H\x1b[2J' in screen, f'{status}: {screen!r}')
        rows = re.sub('\x1b\\[[0-9;]*[mHJ]', '', screen).splitlines()
        require(len(rows) < lines and all(len(row) <= columns for row in rows), f'{columns} x {lines}: {rows}')
        require('\x1b[1m' in screen, 'the head has no colour')
    screen, _ = on_terminal([lab.programs / 'dimma', 'top', address, '--rounds', 1], NO_COLOR='1')
    require('\x1b[1m' not in screen, f'NO_COLOR does not count: {screen!r}')
    capture, calls = lab.folder / 'calls.pcap', lab.folder / 'calls.json'
    lab.dimma('record', address, '--pcap', capture, '--calls', calls)
    require(capture.stat().st_size > 24, 'the capture is empty')
    require(any(call['operation'] == 'list' for call in json.loads(calls.read_text())['calls']), calls.read_text())
    require('nothing to write' in lab.dimma('record', address, status=2), 'nothing is to be written')
    server.stop()
    require('connect' in lab.dimma('describe', address, status=3), 'nobody is there')
    server = lab.begin(at='unix')
    pid = server.process.pid
    require(json.loads(lab.dimma('describe', pid, '--json'))['process']['pid'] == pid, 'by its number')
    said = lab.dimma('record', pid, '--pcap', capture, status=1)
    require('--dimma-capture on' in said, said)
    server.stop()
    require('--dimma-inspect unix' in lab.dimma('describe', pid, status=3), 'nobody is there')
    lab.dimma('describe', 'what/ever', status=2)


CHECKS = {'answers': check_answers, 'off': check_off, 'unix': check_unix, 'addresses': check_addresses,
          'misuse': check_misuse, 'idle': check_idle, 'prometheus': check_prometheus,
          'commands': check_commands, 'names': check_names, 'object': check_object, 'guarded': check_guarded, 'tls': check_tls}


def run(description, checks):
    """Runs the scenario that the command line names, with its own processes and folder."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--bin', required=True, type=pathlib.Path)
    parser.add_argument('scenario', choices=checks)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='dimma-inspect-') as folder, \
            Inspected(options.bin, folder) as lab:
        try:
            checks[options.scenario](lab)
        except Failure as failure:
            print(failure)
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(run(__doc__, CHECKS))
