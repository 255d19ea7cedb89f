"""The processes of the tests of access rules."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'common'))

from servers import Failure, WITHIN_S, free_port, require, until  # noqa: E402, F401

REFUSED = 'NO_PERMISSION 444d00e0'
NOBODY = 65534


class Plant:
    """A server with rules and its clients, which end with this object."""

    def __init__(self, programs, folder):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o755)
        self.rules_path = self.folder / 'rules'
        # Another user may have no access to the folder where the program was built.
        self.program = self.folder / 'access_plant'
        shutil.copy(pathlib.Path(programs) / 'access_plant', self.program)
        self.program.chmod(0o755)
        self.dimma = pathlib.Path(programs) / 'dimma'
        self.running = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()

    def rules(self, text):
        """Replaces the file atomically, so that no reader sees a part of it."""
        new = self.folder / 'rules.new'
        new.write_text(text)
        new.replace(self.rules_path)

    def start(self, arguments, user=None, **options):
        process = subprocess.Popen([*self.as_user(user), str(self.program), *map(str, arguments)], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.running.append(process)
        return process

    @staticmethod
    def as_user(user):
        if user is None:
            return []
        return ['setpriv', f'--reuid={user}', f'--regid={user}', '--clear-groups']

    def serve(self, *arguments, rules=None):
        """Starts the server, which logs to the file `log`; returns its reference."""
        if rules is not None:
            self.rules(rules)
            arguments = ('--dimma-access', self.rules_path, *arguments)
        with open(self.folder / 'log', 'w') as log:
            server = self.start(['serve', *arguments], stderr=log)
        reference = server.stdout.readline().strip()
        require(reference.startswith('IOR:'), f'{reference} {self.log}')
        return reference

    @property
    def log(self):
        return (self.folder / 'log').read_text()

    def call(self, reference, *operations, options=(), user=None):
        """Calls the operations; returns a line for each."""
        done = subprocess.run([*self.as_user(user), str(self.program), 'call', reference, *operations,
                               *map(str, options)], capture_output=True, text=True, timeout=WITHIN_S)
        require(done.returncode == 0, done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        require(len(lines) == len(operations), f'{operations}: {lines}')
        return lines


class Relay:
    """Forwards connections to a port of 127.0.0.1, from the address that is set when they arrive."""

    def __init__(self, to):
        self.to = to
        self.address = '127.0.0.1'
        self.listening = socket.create_server(('127.0.0.1', 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listening.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
                server = socket.create_connection(('127.0.0.1', self.to), source_address=(self.address, 0))
            except OSError:
                return
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=(source, sink), daemon=True).start()

    @staticmethod
    def pass_on(source, sink):
        try:
            while octets := source.recv(65536):
                sink.sendall(octets)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the other direction has ended


def may_change_user():
    if os.geteuid() == 0:
        return True
    print('only root can be several users; what this user sees of itself is tested')
    return False
