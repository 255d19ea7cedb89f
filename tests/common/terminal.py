"""Programs on a terminal, which is a pseudo-terminal."""

import fcntl
import os
import pty
import struct
import termios


def on_terminal(command, columns=80, lines=24, **environment):
    """What a command prints on it, both streams together, and its status."""
    words = [str(word) for word in command]
    variables = {**os.environ, 'TERM': 'xterm', **environment}
    if 'NO_COLOR' not in environment:
        variables.pop('NO_COLOR', None)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', lines, columns, 0, 0))
    child = os.fork()
    if child == 0:
        try:
            os.close(ours)
            take_terminal(theirs)
            os.execve(words[0], words, variables)
        finally:
            os._exit(127)
    os.close(theirs)
    printed = b''
    with open(ours, 'rb', buffering=0) as end:
        while True:
            try:
                octets = end.read(4096)
            except OSError:  # Linux says so where nobody has the other end any more
                break
            if not octets:
                break
            printed += octets
    return printed.decode().replace('\r\n', '\n'), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def take_terminal(descriptor):
    """As os.login_tty() of Python 3.11."""
    os.setsid()
    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
    for standard in range(3):
        os.dup2(descriptor, standard)
    if descriptor > 2:
        os.close(descriptor)
