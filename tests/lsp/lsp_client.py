"""A client of `dimma-idl --lsp`, which speaks JSON-RPC to the real process."""

import json
import os
import pathlib
import select
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'common'))
from servers import Failure, require  # noqa: E402

WITHIN_S = 60


class Client:
    def __init__(self, program, arguments=(), folder=None):
        self.process = subprocess.Popen([str(program), '--lsp', *map(str, arguments)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, cwd=folder)
        self.received = b''
        self.waiting = []  # notifications that have not been requested yet
        self.last_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send_octets(self, octets):
        self.process.stdin.write(octets)
        self.process.stdin.flush()

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.send_octets(b'Content-Length: %d\r\n\r\n' % len(text) + text)

    def more(self, end):
        ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
        require(ready, f'the server says nothing for {WITHIN_S} s; so far {self.waiting}')
        octets = os.read(self.process.stdout.fileno(), 65536)
        if not octets:
            raise Failure(f'the server has closed its output, status {self.process.wait(WITHIN_S)}')
        self.received += octets

    def read(self):
        end = time.monotonic() + WITHIN_S
        while b'\r\n\r\n' not in self.received:
            self.more(end)
        head, _, rest = self.received.partition(b'\r\n\r\n')
        require(head.startswith(b'Content-Length: ') and b'\n' not in head, f'headers {head}')
        length = int(head.split(b': ')[1])
        while len(rest) < length:
            self.more(end)
            rest = self.received.partition(b'\r\n\r\n')[2]
        self.received = rest[length:]
        message = json.loads(rest[:length])
        require(message['jsonrpc'] == '2.0', message)
        return message

    def reply(self, wanted):
        """The reply to the request with that id."""
        while True:
            message = self.read()
            if 'method' in message:
                self.waiting.append(message)
                continue
            require(message.get('id') == wanted, f'a reply to {wanted}: {message}')
            return message

    def request(self, method, params=None):
        self.last_id += 1
        self.send({'id': self.last_id, 'method': method, **({} if params is None else {'params': params})})
        return self.reply(self.last_id)

    def ask(self, method, params=None):
        reply = self.request(method, params)
        require('result' in reply, f'{method}: {reply}')
        return reply['result']

    def refused(self, method, params=None):
        reply = self.request(method, params)
        require('error' in reply, f'{method} should be refused: {reply}')
        return reply['error']

    def notify(self, method, params=None):
        self.send({'method': method, **({} if params is None else {'params': params})})

    def notification(self, method, holds=lambda params: True):
        """Waits for a notification whose parameters satisfy `holds`, and returns them; other notifications are kept."""
        while True:
            for message in self.waiting:
                if message['method'] == method and holds(message['params']):
                    self.waiting.remove(message)
                    return message['params']
            message = self.read()
            require('method' in message, f'a reply that nobody asked for: {message}')
            self.waiting.append(message)

    # The requests of an editor.

    def initialize(self, **params):
        result = self.ask('initialize', {'processId': os.getpid(), 'rootUri': None, 'capabilities': {}, **params})
        self.notify('initialized', {})
        return result['capabilities']

    def open(self, uri, text, version=1):
        self.notify('textDocument/didOpen',
                    {'textDocument': {'uri': uri, 'languageId': 'idl', 'version': version, 'text': text}})

    def change(self, uri, *changes, version=2):
        self.notify('textDocument/didChange',
                    {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': list(changes)})

    def diagnostics(self, uri, version=None):
        """The next diagnostics that are published for the file, or for a version of it."""
        return self.notification('textDocument/publishDiagnostics', lambda params: params['uri'] == uri and
                                 (version is None or params.get('version') == version))['diagnostics']

    def at(self, method, uri, line, character):
        return self.ask(f'textDocument/{method}',
                        {'textDocument': {'uri': uri}, 'position': {'line': line, 'character': character}})

    def end(self):
        require(self.ask('shutdown') is None, 'shutdown answers null')
        self.notify('exit')
        status = self.process.wait(WITHIN_S)
        require(status == 0, f'the server ended with {status}')


def span(line, start, end):
    return {'start': {'line': line, 'character': start}, 'end': {'line': line, 'character': end}}


def column(text, line, word):
    """The column of the word in that line of the text, where it occurs once."""
    there = text.split('\n')[line]
    require(there.count(word) == 1, f'{word!r} in {there!r}')
    return there.index(word)


def same(found, wanted, what):
    if found != wanted:
        raise Failure(f'{what}:\n  found  {json.dumps(found)}\n  wanted {json.dumps(wanted)}')
