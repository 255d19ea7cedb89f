"""The command dimma, servers that publish themselves, and the naming services for their tests."""

import json
import signal
import subprocess

from service_processes import Laboratory, Server, WITHIN_S, free_port, require

DONE, REFUSED, MISUSED, UNREACHABLE = range(4)


class Publisher:
    """A naming_publisher; its standard output is read line by line."""

    def __init__(self, program, service, arguments):
        command = [str(program), '-ORBInitRef', f'NameService={service}', '-ORBListenEndpoints', 'iiop://127.0.0.1:0']
        self.process = subprocess.Popen(command + [str(each) for each in arguments], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def await_line(self, *words):
        """The next line that has all the words; the lines before it are skipped."""
        passed = []
        for line in self.process.stdout:
            passed.append(line)
            if all(word in line for word in words):
                return line
        require(False, f'the publisher ended before it said {words}: {passed}')

    def order(self, word):
        self.process.stdin.write(word + '\n')
        self.process.stdin.flush()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        require(self.process.wait(WITHIN_S) == 0, 'the publisher failed')

    def quit(self):
        self.process.stdin.close()
        require(self.process.wait(WITHIN_S) == 0, 'the publisher failed')


class ToolLaboratory(Laboratory):
    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        self.publishers = []

    def __exit__(self, *failure):
        for publisher in self.publishers:
            if publisher.process.poll() is None:
                publisher.kill()
            publisher.process.stdout.close()
        super().__exit__(*failure)

    def omninames(self):
        """Starts a real omniNames; returns its address."""
        port = free_port()
        folder = self.folder / f'omninames-{port}'
        folder.mkdir()
        server = Server(['omniNames', '-start', port, '-logdir', folder, '-ORBendPoint', f'giop:tcp:127.0.0.1:{port}'],
                        folder / 'output')
        self.servers.append(server)
        server.await_line('Starting omniNames')
        address = f'127.0.0.1:{port}'
        self.await_answer(address)
        return address

    def dimma_naming(self):
        self.service()
        return f'127.0.0.1:{self.port}'

    def services(self):
        """The address of each kind of service."""
        return {'omniNames': self.omninames(), 'dimma-naming': self.dimma_naming()}

    def await_answer(self, address):
        from service_processes import until
        until(f'{address} answers', lambda: self.run('list', service=address).returncode == DONE)

    def command(self, *arguments, service=None):
        command = [str(self.programs / 'dimma'), 'naming', *map(str, arguments)]
        return command + ['--service', service] if service else command

    def run(self, *arguments, service=None, **options):
        return subprocess.run(self.command(*arguments, service=service), capture_output=True, text=True,
                              timeout=WITHIN_S, **options)

    def tool(self, *arguments, service, **options):
        """The lines that the command prints. It has to succeed without a message on standard error."""
        done = self.run(*arguments, service=service, **options)
        require(done.returncode == DONE and done.stderr == '', f'{arguments}: {done.returncode} {done.stdout}{done.stderr}')
        return done.stdout.splitlines()

    def json(self, *arguments, service, status=DONE):
        done = self.run(*arguments, '--json', service=service)
        require(done.returncode == status, f'{arguments}: {done.returncode} {done.stdout}{done.stderr}')
        return json.loads(done.stdout)

    def tool_fails(self, *arguments, service=None, says, status=REFUSED, **options):
        done = self.run(*arguments, service=service, **options)
        require(done.returncode == status, f'{arguments}: {done.returncode} {done.stdout}{done.stderr}')
        require(done.stderr.startswith('dimma: ') and says in done.stderr, f'{arguments}: {done.stderr!r} without {says!r}')
        require(len(done.stderr.splitlines()) == 1, f'{arguments}: more than a line: {done.stderr}')
        return done.stderr

    def publisher(self, service, *arguments):
        publisher = Publisher(self.programs / 'naming_publisher', f'corbaloc::{service}/NameService', arguments)
        self.publishers.append(publisher)
        return publisher
