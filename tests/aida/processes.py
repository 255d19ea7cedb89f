"""The processes of the Aida example: a directory, providers, and the command aida."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import time

WITHIN_S = 120


class Failure(Exception):
    pass


def require(truth, what):
    if not truth:
        raise Failure(what)


def free_port():
    with socket.socket() as asking:
        asking.bind(('127.0.0.1', 0))
        return asking.getsockname()[1]


def until(what, holds, within_s=WITHIN_S):
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.02)
    raise Failure(f'not within {within_s} s: {what}')


class Server:
    def __init__(self, arguments, environment, log):
        self.name = pathlib.Path(arguments[0]).name
        self.log_path = log
        with open(log, 'w') as out:
            self.process = subprocess.Popen(arguments, env=environment, stdout=out, stderr=subprocess.STDOUT)

    @property
    def log(self):
        return self.log_path.read_text()

    def await_line(self, text):
        def said():
            require(self.process.poll() is None or text in self.log, f'{self.name} has ended: {self.log}')
            return text in self.log
        until(f'{self.name} says {text!r}', said)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WITHIN_S)
        require(status == 0, f'{self.name} ended with {status}: {self.log}')


class Laboratory:
    """A directory's file and port, and what runs; all of it ends with it."""

    def __init__(self, programs, folder):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.url = f'corbaloc:iiop:127.0.0.1:{self.port}/Aida'
        self.environment = {**os.environ, 'AIDA_DIRECTORY': self.url}
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()

    def start(self, program, *arguments):
        log = self.folder / f'{len(self.servers)}-{program}.log'
        server = Server([str(self.programs / program), *map(str, arguments)], self.environment, log)
        self.servers.append(server)
        return server

    def directory(self, store=None):
        store = store or self.folder / 'aida.db'
        endpoint = f'iiop://127.0.0.1:{self.port}'
        return self.start('aida_directory', '--store', store, '--dimma-endpoint', endpoint).await_line('ready')

    def provider(self, kind, *arguments, ready=True):
        server = self.start('aida_provider', '--kind', kind, '--dimma-endpoint', 'iiop://127.0.0.1:0', *arguments)
        return server.await_line('ready') if ready else server

    def run(self, *arguments):
        return subprocess.run([str(self.programs / 'aida'), *map(str, arguments)], env=self.environment,
                              capture_output=True, text=True, timeout=WITHIN_S)

    def get(self, *arguments):
        """What `aida get` prints, without the end of line."""
        done = self.run('get', *arguments)
        require(done.returncode == 0, f'aida get {arguments}: {done.stderr}')
        return done.stdout.rstrip('\n')

    def refused(self, *arguments, says, status=1):
        done = self.run(*arguments)
        require(done.returncode == status, f'aida {arguments}: status {done.returncode}, {done.stdout}{done.stderr}')
        require(re.search(says, done.stderr), f'aida {arguments}: {done.stderr!r} does not say {says!r}')
        require(done.stdout == '', f'aida {arguments} printed {done.stdout!r}')

    def names(self, pattern='*'):
        done = self.run('list', pattern)
        require(done.returncode == 0, f'aida list: {done.stderr}')
        return [line.split()[0] for line in done.stdout.splitlines()]

    def has(self, name):
        return self.run('get', name).returncode == 0
