"""The programs of an example, started with pipes, and their output."""

import argparse
import pathlib
import subprocess
import threading

WITHIN_S = 60


def require(truth, what):
    if not truth:
        raise AssertionError(what)


class Program:
    """A running program. Its lines are read as it prints them."""

    def __init__(self, *command):
        self.name = ' '.join([pathlib.Path(command[0]).name, *command[2:]])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.lines = []
        self.has_ended = False
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip('\n'))
                self.changed.notify_all()
        with self.changed:
            self.has_ended = True
            self.changed.notify_all()

    def await_line(self, text):
        def found():
            return [line for line in self.lines if text in line]
        with self.changed:
            self.changed.wait_for(lambda: found() or self.has_ended, WITHIN_S)
            require(found(), f'{self.name} does not say {text!r} but {self.lines}')
            return found()[0]

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def end_of_input(self):
        self.process.stdin.close()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ends(self, status=0):
        ended_with = self.process.wait(WITHIN_S)
        with self.changed:
            self.changed.wait_for(lambda: self.has_ended, WITHIN_S)
        require(ended_with == status, f'{self.name} ended with {ended_with}: {self.lines}')
        return self.lines

    def threads(self):
        """The names of the process's threads."""
        tasks = pathlib.Path(f'/proc/{self.process.pid}/task').iterdir()
        return [(task / 'comm').read_text().strip() for task in tasks]


class Programs:
    """A context manager that ends all programs."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.running = []

    def start(self, name, *arguments):
        program = Program(str(self.folder / name), *arguments, '--dimma-endpoint=iiop://127.0.0.1:0')
        self.running.append(program)
        return program

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in self.running:
            program.kill()


def folder_of_programs():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--sanitized', action='store_true', help='a sanitizer has threads of its own')
    arguments = parser.parse_args()
    return arguments.bin, arguments.sanitized
