"""Records the traffic of a port on the loopback interface and decodes it with tshark as GIOP."""

import pathlib
import shutil
import subprocess
import time

from processes import Failure

RECORDING_WITHIN_S = 30


def tool(name):
    path = shutil.which(name)
    if path is None:
        raise Failure(f"{name} is missing (Debian package tshark)")
    return path


class Recording:
    """A context in which tshark records the traffic on the loopback interface."""

    def __init__(self, folder, ports):
        self.file = pathlib.Path(folder) / "traffic.pcapng"
        self.log = pathlib.Path(folder) / "tshark.log"
        self.ports = ports
        self.process = None

    def __enter__(self):
        condition = " or ".join(f"tcp port {port}" for port in self.ports)
        with open(self.log, "wb") as log:
            # A buffer of 64 MiB, so that no packet is dropped.
            self.process = subprocess.Popen(
                [tool("tshark"), "-i", "lo", "-B", "64", "-f", condition, "-w", str(self.file), "-q"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        end = time.monotonic() + RECORDING_WITHIN_S
        # The file gets its header when the recording starts.
        while not (self.file.exists() and self.file.stat().st_size > 0 and "Capturing on" in self.log.read_text()):
            if self.process.poll() is not None or time.monotonic() > end:
                self._end()
                raise Failure(f"tshark does not record the loopback interface (it needs to be root, or to have "
                              f"CAP_NET_RAW):\n{self.log.read_text()}")
            time.sleep(0.05)
        time.sleep(0.5)  # tshark prints the line a little before it starts
        return self

    def __exit__(self, kind, error, trace):
        time.sleep(1.0)  # the last packets are still in tshark's buffers
        self._end()

    def _end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


FIELDS = ["giop.type", "giop.request_op", "giop.flags", "giop.len"]


def decode(recording):
    """The GIOP messages of the recording: for each of FIELDS the list of its values, in order."""
    columns = [argument for field in FIELDS for argument in ("-e", field)]
    lines = read(recording, "giop", "-T", "fields", "-E", "separator=;", "-E", "aggregator=,", *columns)
    values = {field: [] for field in FIELDS}
    for line in lines:
        for field, text in zip(FIELDS, line.split(";")):
            values[field] += [value for value in text.split(",") if value]
    return values


def has_gaps(recording):
    """True if packets are missing or out of order, which can happen with long messages on a busy processor. Then the
    recording proves nothing."""
    return bool(read(recording, "tcp.analysis.lost_segment or tcp.analysis.ack_lost_segment or tcp.analysis.out_of_order"))


def complaints(recording):
    """The faults that tshark finds in the recording, one line each."""
    return read(recording, '_ws.malformed or (giop and _ws.expert.severity == "Error") or tcp.analysis.lost_segment')


def read(recording, condition, *options):
    as_giop = [argument for port in recording.ports for argument in ("-d", f"tcp.port=={port},giop")]
    return read_as(recording, as_giop, condition, *options)


def read_as(recording, decoding, condition, *options):
    done = subprocess.run([tool("tshark"), "-r", str(recording.file), *decoding, "-Y", condition, *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    if done.returncode != 0:
        raise Failure(f"tshark cannot read the recording:\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode(errors="replace").splitlines()
