"""The processes of the naming service's tests: dimma-naming, and omniORB's nameclt and omniNames."""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'common'))

from servers import Failure, Server, Servers, WITHIN_S, free_port, require, until  # noqa: E402


class Laboratory(Servers):
    """A service's store and port, and the running processes, which end with this object."""

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.port = free_port()
        self.store = self.folder / 'naming.db'

    @property
    def url(self):
        return f'corbaloc::127.0.0.1:{self.port}/NameService'

    def service(self, *arguments, port=None, store=None, ready=True, **options):
        server = self.server([self.programs / 'dimma-naming', '--store', store or self.store,
                              '--listen', f'127.0.0.1:{port or self.port}', *arguments], **options)
        return server.await_line('ready\n') if ready else server

    def refused(self, *arguments, says, status=1, **options):
        done = subprocess.run([str(self.programs / 'dimma-naming'), *map(str, arguments)], capture_output=True,
                              text=True, timeout=WITHIN_S, **options)
        require(done.returncode == status, f'{arguments}: status {done.returncode}, {done.stdout}{done.stderr}')
        require(re.search(says, done.stderr), f'{arguments}: {done.stderr!r} does not say {says!r}')
        require(len(done.stderr.splitlines()) == 1, f'{arguments}: {done.stderr!r} is not one line')
        require('ready' not in done.stdout, f'{arguments}: {done.stdout}')

    def nameclt(self, *arguments, url=None, fails=None):
        """The output of nameclt. With `fails`, it has to fail and print that."""
        command = ['nameclt', '-ORBInitRef', f'NameService={url or self.url}', *(each if isinstance(each, bytes) else str(each) for each in arguments)]
        done = subprocess.run(command, capture_output=True, timeout=WITHIN_S)
        out = done.stdout.decode('latin-1') + done.stderr.decode('latin-1')
        if fails is None:
            require(done.returncode == 0, f'{command}: {out}')
        else:
            require(done.returncode != 0 and re.search(fails, out), f'{command}: {out!r} does not say {fails!r}')
        return done.stdout.decode('latin-1').rstrip('\n')
