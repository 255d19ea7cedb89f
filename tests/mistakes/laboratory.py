"""The programs of the tests of mistakes, and their output."""

import contextlib
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'common'))

from servers import Servers, free_port, require, until  # noqa: E402  (behind the path)

SECONDS = 60
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith('DIMMA_')}


class Laboratory(Servers):
    def __init__(self, programs, folder, compiler='c++'):
        super().__init__(programs, folder)
        self.compiler = compiler
        self.environment = {**CLEAN, 'HOME': str(folder), 'XDG_STATE_HOME': str(folder), 'LC_ALL': 'C.UTF-8'}
        self.started = {}
        self.ports = {}

    def run(self, *words, status=1):
        """Returns the output of a command, which has to end with that status."""
        command = [str(self.programs / words[0]) if (self.programs / words[0]).exists() else str(words[0])]
        command += [str(word) for word in words[1:]]
        done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=SECONDS, cwd=self.folder,
                              env=self.environment, stdin=subprocess.DEVNULL)
        printed = done.stdout + done.stderr
        require(done.returncode == status, f'{command}: status {done.returncode}, {printed}')
        return printed

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def desk(self, name='desk', program='desk_server', endpoint='iiop://127.0.0.1:0', *options):
        """The URL of the file with the reference of a server, which is started once; its log is NAME.log."""
        if name not in self.started:
            if endpoint.endswith(':0'):
                endpoint = f'{endpoint[:-1]}{free_port()}'
            self.start(name, [self.programs / program, '--dimma-endpoint', endpoint, *options], endpoint)
        return f'file://{self.folder / name}.ior'

    def start(self, name, words, endpoint):
        reference = self.folder / f'{name}.ior'
        with open(reference, 'w') as out, open(self.folder / f'{name}.log', 'w') as log:
            self.started[name] = self.popen(words, stdout=out, stderr=log)
        self.ports[name] = int(endpoint.rpartition(':')[2])
        self.until_written(name, reference)

    def end(self, name):
        self.started[name].kill()
        self.started[name].wait()

    def port_of(self, reference):
        return self.ports[pathlib.Path(reference).stem]

    def until_written(self, name, file):
        def written():
            require(self.started[name].poll() is None, f'{name} has ended: {self.log(name)}')
            return file.exists() and file.read_text().endswith('\n')
        until(f'{name} writes its reference', written)

    def popen(self, words, **options):
        process = subprocess.Popen([str(word) for word in words], cwd=self.folder,
                                   env=self.environment, stdin=subprocess.DEVNULL, **options)
        self.processes.callback(process.wait)
        self.processes.callback(process.kill)
        return process

    def naming(self):
        """host:port of a dimma-naming, which is started once."""
        if 'naming' not in self.started:
            self.address = f'127.0.0.1:{free_port()}'
            server = self.server([self.programs / 'dimma-naming', '--store', self.folder / 'names.db', '--listen', self.address],
                                 environment=self.environment)
            self.started['naming'] = server.process
            server.await_line('ready')
        return self.address

    def log(self, name):
        return (self.folder / f'{name}.log').read_text(errors='replace')

    def logged(self, name, words):
        """Waits for a line with these words in a server's log, and returns it."""
        def line():
            return next((each for each in self.log(name).splitlines() if words in each), None)
        return until(f'{words!r} in the log of {name}: {self.log(name)}', line)

    def __enter__(self):
        self.processes = contextlib.ExitStack()
        return super().__enter__()

    def __exit__(self, *error):
        self.processes.close()
        return super().__exit__(*error)
