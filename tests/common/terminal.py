"""Programs on a pseudo-terminal."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import termios


class OnTerminal:
    """A process on a terminal; `screen` is the descriptor of the terminal's other end."""

    def __init__(self, words, variables, size):
        self.screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', *size, 0, 0))
        self.process = os.fork()
        if self.process == 0:
            try:
                os.close(self.screen)
                take_terminal(theirs)
                os.execvpe(words[0], words, variables)
            finally:
                os._exit(127)
        os.close(theirs)

    def read(self):
        """Some octets of the output; none when the process has ended."""
        try:
            return os.read(self.screen, 4096)
        except OSError:  # Linux reports EIO when the other end is closed
            return b''

    def status(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def on_terminal(command, columns=80, lines=24, **environment):
    """The output of a command on a terminal, both streams together, and its status."""
    started = OnTerminal([str(word) for word in command], variables_of(environment), (lines, columns))
    printed = b''
    while octets := started.read():
        printed += octets
    os.close(started.screen)
    return printed.decode().replace('\r\n', '\n'), started.status()


@contextlib.contextmanager
def terminal_process(command, columns=80, lines=24, **environment):
    """Yields the descriptor of a process's terminal, and kills the process in the end."""
    started = OnTerminal([str(word) for word in command], variables_of(environment), (lines, columns))
    try:
        yield started.screen
    finally:
        os.kill(started.process, signal.SIGKILL)
        os.close(started.screen)
        started.status()


def variables_of(environment):
    variables = {**os.environ, 'TERM': 'xterm', **environment}
    if 'NO_COLOR' not in environment:
        variables.pop('NO_COLOR', None)
    return variables


def take_terminal(descriptor):
    """Replaces os.login_tty(), which Python has from 3.11 on."""
    os.setsid()
    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
    for standard in range(3):
        os.dup2(descriptor, standard)
    if descriptor > 2:
        os.close(descriptor)
