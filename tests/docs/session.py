"""Runs the commands of a page in one shell, and compares their output with the page's."""

import os
import re
import selectors
import signal
import subprocess
import time

SECONDS_FOR_A_COMMAND = 60
IN_BACKGROUND = re.compile(r'&\s*$')
INTO_FILE = re.compile(r'>\s*([\w./-]+)[^>]*&\s*$')


class Wrong(Exception):
    """The fault of a command."""


def commands_of(text, line):
    """The commands of a session, each with its line and the lines that it prints."""
    commands = []
    for number, content in enumerate(text.rstrip('\n').split('\n'), line + 1):
        if content.startswith('$ '):
            commands.append((number, content[2:], []))
        elif content.startswith('> ') and commands and not commands[-1][2]:  # a continuation line of the command
            commands[-1] = (commands[-1][0], commands[-1][1] + '\n' + content[2:], [])
        elif not commands:
            raise Wrong(f'{number}: a session begins with a command behind "$ "')
        else:
            commands[-1][2].append(content)
    return commands


def agrees(expected, output):
    """True if the output is as expected. In `expected` ... stands for any text, and a line with only ... for any lines."""
    pattern = ''
    for line in expected:
        if line.strip() == '...':
            pattern += r'(?:[^\n]*\n)*'
        else:
            pattern += '[^\n]*'.join(re.escape(part.rstrip() if not n else part) for n, part in enumerate(line.split('...'))) + r'[ ]*\n'
    return re.fullmatch(pattern, ''.join(line + '\n' for line in output)) is not None


class Shell:
    """A bash with its own process group; the processes that it has started end with it."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.process = subprocess.Popen(['bash', '--norc', '--noprofile'], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.rest = b''
        self.commands = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                break
            if number == signal.SIGTERM:
                time.sleep(0.2)
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.selector.close()

    def run(self, command):
        """The command's exit status, and the lines that it prints to standard output and error."""
        self.commands += 1
        mark = f'-- command {self.commands} of the page ends with status'
        self.process.stdin.write(f'{{ {command}\n}} </dev/null\nstatus=$?; echo; echo "{mark} $status"\n'.encode())
        self.process.stdin.flush()
        output = self.read_to(mark, command)
        text, _, status = output.rpartition(mark)
        lines = text.removesuffix('\n').split('\n')
        while lines and not lines[-1]:
            lines.pop()
        into = INTO_FILE.search(command)
        if IN_BACKGROUND.search(command) and into:
            self.wait_for(self.folder / into[1], command)
        return int(status), lines

    def read_to(self, mark, command):
        end = re.compile(re.escape(mark).encode() + rb' \d+\n')
        deadline = time.monotonic() + SECONDS_FOR_A_COMMAND
        while True:
            found = end.search(self.rest)
            if found:
                output, self.rest = self.rest[:found.end()], self.rest[found.end():]
                return output.decode(errors='replace')
            left = deadline - time.monotonic()
            if left <= 0 or not self.selector.select(left):
                raise Wrong(f'{command.strip()}\nhas not ended after {SECONDS_FOR_A_COMMAND} s; so far it printed\n'
                            + self.rest.decode(errors='replace'))
            octets = os.read(self.process.stdout.fileno(), 65536)
            if not octets:
                raise Wrong(f'{command.strip()}\nends the shell; it printed\n' + self.rest.decode(errors='replace'))
            self.rest += octets

    @staticmethod
    def wait_for(path, command):
        deadline = time.monotonic() + SECONDS_FOR_A_COMMAND
        while not path.exists() or not path.stat().st_size:
            if time.monotonic() > deadline:
                raise Wrong(f'{command.strip()}\nhas written nothing to {path.name} after {SECONDS_FOR_A_COMMAND} s')
            time.sleep(0.02)
