"""The processes of the Aida example: a directory, providers, and the command aida."""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'common'))

from servers import Failure, Server, Servers, WITHIN_S, free_port, require, until  # noqa: E402


class Laboratory(Servers):
    """A directory's file and port, and the running processes, which end with this object."""

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.port = free_port()
        self.url = f'corbaloc:iiop:127.0.0.1:{self.port}/Aida'
        self.environment = {**os.environ, 'AIDA_DIRECTORY': self.url}

    def start(self, program, *arguments):
        return self.server([self.programs / program, *arguments], environment=self.environment)

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
        """The output of `aida get`, without the end of line."""
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
