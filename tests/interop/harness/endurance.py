"""The common part of the programs that run others for a long time and disturb them: soak.py, stress.py and attack.py."""

import pathlib
import shlex
import signal
import sys
import tempfile
import threading

from processes import Failure


class Disturbance(threading.Thread):
    """A context that repeats a step, unless it is None, in a thread; an exception of the step is raised at the end."""

    def __init__(self, step):
        super().__init__(daemon=True)
        self.step, self.over, self.wrong = step, threading.Event(), None

    def run(self):
        try:
            while self.step is not None and not self.over.is_set():
                self.step(self.over)
        except BaseException as wrong:  # noqa: BLE001 - raised again by check()
            self.wrong = wrong

    def check(self):
        if self.wrong is not None:
            raise self.wrong

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.over.set()
        self.join()
        if error is None:
            self.check()


def left_behind():
    """Files of dimma in /dev/shm, except for message buffers, which other programs may have at the same time."""
    return {path.name for path in pathlib.Path("/dev/shm").iterdir()
            if "dimma" in path.name and not path.name.startswith("dimma-buffer-")}


def run_trial(name, seed, make):
    """Runs make(folder).run() and close() in a new folder. Returns the exit status; prints how to repeat a failure."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))  # so that no process is left behind
    before = left_behind()
    try:
        with tempfile.TemporaryDirectory(prefix=f"dimma-{name}-") as folder:
            trial = make(pathlib.Path(folder))
            try:
                trial.run()
            finally:
                trial.close()
        if left_behind() - before:
            raise Failure(f"left behind in /dev/shm: {left_behind() - before}")
    except Failure as failure:
        given = "" if "--seed" in " ".join(sys.argv) else f" --seed {seed}"
        print(f"failed: {failure}\nagain: {shlex.join([sys.executable, *sys.argv])}{given}", file=sys.stderr)
        return 1
    return 0
