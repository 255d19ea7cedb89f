"""Starts servers and clients, waits for them for a limited time, and reports their output in case of a failure."""

import os
import pathlib
import signal
import subprocess
import time

READY_WITHIN_S = 60
STOP_WITHIN_S = 60
CLIENT_WITHIN_S = 420


class Failure(Exception):
    """A scenario has failed; the text has the reason and the output of the programs."""


def printable(arguments):
    return " ".join(str(argument) for argument in arguments)


def require_program(path):
    if not os.access(path, os.X_OK):
        raise Failure(f"{path} is missing: it has not been built, or the package that brings it is not installed")
    return str(path)


class Server:
    """A server process, as a context: entered when it has printed 'ready', left when it has ended on SIGTERM with status 0."""

    def __init__(self, arguments, folder, name="server"):
        self.arguments = [require_program(arguments[0])] + [str(argument) for argument in arguments[1:]]
        self.name = name
        self.log = pathlib.Path(folder) / f"{name}.log"
        self.process = None
        self.was_killed = False

    def __enter__(self):
        with open(self.log, "wb") as output:
            self.process = subprocess.Popen(self.arguments, stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=subprocess.STDOUT, start_new_session=True)
        try:
            self._wait_until_ready()
        except BaseException:
            self._kill()
            raise
        return self

    def __exit__(self, kind, error, trace):
        if error is not None:
            self._kill()
            if isinstance(error, Failure):
                raise Failure(f"{error}\n{self._printed()}") from None
            return
        if not self.was_killed:
            self.stop()

    def printed(self):
        return self.log.read_text(errors="replace")

    def stop(self):
        """Ends the server in order; returns its output."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._kill()
            raise Failure(f"{self.name} did not end within {STOP_WITHIN_S} s of SIGTERM\n{self._printed()}") from None
        if status != 0:
            raise Failure(f"{self.name} ended with status {status} after SIGTERM\n{self._printed()}")
        return self.printed()

    def await_death(self):
        """Waits until the server has been killed, as the scenario intends."""
        try:
            status = self.process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._kill()
            raise Failure(f"{self.name} was not killed\n{self._printed()}") from None
        self.was_killed = True
        if status != -signal.SIGKILL:
            raise Failure(f"{self.name} ended with status {status} instead of by being killed\n{self._printed()}")

    def _wait_until_ready(self):
        end = time.monotonic() + READY_WITHIN_S
        while "ready\n" not in self.printed():
            if self.process.poll() is not None:
                raise Failure(f"{self.name} ended with status {self.process.returncode} before it was ready\n"
                              f"{self._printed()}")
            if time.monotonic() > end:
                raise Failure(f"{self.name} was not ready within {READY_WITHIN_S} s\n{self._printed()}")
            time.sleep(0.01)

    def _kill(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _printed(self):
        return f"--- {self.name}: {printable(self.arguments)}\n{self.printed()}---"


def run(arguments, within_s=CLIENT_WITHIN_S, status=0):
    """Runs a client to its end; returns its standard output. Another exit status is a failure."""
    arguments = [require_program(arguments[0])] + [str(argument) for argument in arguments[1:]]
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=within_s, start_new_session=True)
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"") + (error.stderr or b"")
        raise Failure(f"not done within {within_s} s: {printable(arguments)}\n"
                      f"{output.decode(errors='replace')}") from None
    output, errors = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode != status:
        raise Failure(f"status {done.returncode} instead of {status}: {printable(arguments)}\n{output}{errors}")
    return output
