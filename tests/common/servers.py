"""Programs that tests start, watch and end."""

import pathlib
import random
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
    """A port below the kernel's ephemeral range, so that no connection takes it before the server does."""
    for port in random.sample(range(10_000, 32_768), 100):
        with socket.socket() as asking:
            try:
                asking.bind(('127.0.0.1', port))
                return port
            except OSError:
                continue
    raise Failure('there is no free port')


def until(what, holds, within_s=WITHIN_S):
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.02)
    raise Failure(f'not within {within_s} s: {what}')


class Server:
    def __init__(self, arguments, log, environment=None, **options):
        self.name = pathlib.Path(arguments[0]).name
        self.log_path = log
        with open(log, 'w') as out:
            self.process = subprocess.Popen([str(argument) for argument in arguments], stdout=out,
                                            stderr=subprocess.STDOUT, env=environment, **options)

    @property
    def log(self):
        return self.log_path.read_text(errors='replace')

    def end_of_log(self, lines=8):
        return '\n  '.join([f'{self.name} said at last:', *(line[:300] for line in self.log.splitlines()[-lines:])])

    def await_line(self, text):
        def said():
            if text in self.log:
                return True
            require(self.process.poll() is None, f'{self.name} has ended: {self.log}')
            return False
        until(f'{self.name} says {text!r}: {self.log}', said)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def freeze(self):
        """Stops every thread, and waits for that: after the signal alone, a thread might still send a reply."""
        self.process.send_signal(signal.SIGSTOP)
        tasks = pathlib.Path(f'/proc/{self.process.pid}/task')
        until(f'{self.name} is stopped', lambda: all(task.read_text().rpartition(')')[2].split()[0] in 'TtZ'
                                                     for task in tasks.glob('*/stat')))

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(WITHIN_S)
        require(status == 0, f'{self.name} ended with {status}: {self.log}')


class Servers:
    """Running processes, each with a log in the folder. They end with this object, which prints the ends of the logs if a
    check has failed."""

    def __init__(self, programs, folder):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(folder)
        self.servers = []

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        for server in self.servers:
            if failure:
                print(server.end_of_log())
            if server.process.poll() is None:
                server.kill()

    def server(self, arguments, **options):
        name = pathlib.Path(arguments[0]).name
        server = Server(arguments, self.folder / f'{len(self.servers)}-{name}.log', **options)
        self.servers.append(server)
        return server
