#!/usr/bin/env python3
"""settings.py --bin DIR: the fields of a QoS that cause system calls once, or for a large message, checked by strace."""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "interop" / "harness"))

from processes import Failure, Server, run  # noqa: E402

REAL_TIME = "scheduling=round-robin(2)"

# A QoS, and the system calls that each end with it has to make.
SAID = [
    ("socket=send(32k)+receive(48k)", [r"setsockopt\(\d+, SOL_SOCKET, SO_SNDBUF, \[32768\], 4\) += 0",
                                       r"setsockopt\(\d+, SOL_SOCKET, SO_RCVBUF, \[49152\], 4\) += 0"]),
    ("socket=dscp(46)", [r"setsockopt\(\d+, SOL_IP, IP_TOS, \[184\], 4\) += 0"]),
    ("processing=pool(2),scheduling=cpus(0)+batch+name(of-strace)",
     [r"sched_setaffinity\(\d+, \d+, \[0\]\) += 0", r"sched_setscheduler\(\d+, SCHED_BATCH, \[0\]\) += 0",
      r'"of-strace"']),
    ("processing=pool(1),scheduling=idle", [r"sched_setscheduler\(\d+, SCHED_IDLE, \[0\]\) += 0"]),
]


def strace(log, *filters):
    path = shutil.which("strace")
    if path is None:
        raise Failure("strace is missing (Debian package strace)")
    return [path, "-D", "-f", "-o", log, *filters]


@contextlib.contextmanager
def running(example, programs, server_qos, traced=False):
    """Runs a server of the example; yields its folder, the server and the beginning of its client's command line."""
    with tempfile.TemporaryDirectory(prefix="dimma-settings-") as name:
        folder = pathlib.Path(name)
        before = strace(folder / "server.strace") if traced else []
        with Server([*before, programs / f"{example}_server", "--ior-dir", folder, "--qos", server_qos], folder) as server:
            reference = {name: (folder / f"{name}.ior").read_text().strip() for name in ("reqreply", "oneway")}
            yield folder, server, [programs / f"{example}_client", "--reqreply", reference["reqreply"], "--oneway",
                                   reference["oneway"]]


def require(log, patterns, whose):
    for pattern in patterns:
        if not re.search(pattern, log):
            raise Failure(f"{whose}: no system call like {pattern}")


def check_what_is_said(programs, qos, patterns):
    qos = "transport=tcp," + qos
    with running("time", programs, qos, traced=True) as (folder, server, client):
        run([*strace(folder / "client.strace"), *client, "--operation", "rpc_null_param", "--iterations", 2, "--qos", qos])
        server.stop()
        for end in ("client", "server"):
            require((folder / f"{end}.strace").read_text(errors="replace"), patterns, f"{qos} at the {end}")
    print(f"{qos}: said to the system by both ends")


def may_be_real_time():
    child = os.fork()
    if child == 0:
        try:
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def check_real_time(programs):
    """Real-time scheduling is set if the system permits it; otherwise the attempt fails and the error names the field."""
    qos = f"processing=pool(1),{REAL_TIME}"
    if may_be_real_time():
        check_what_is_said(programs, qos, [r"sched_setscheduler\(\d+, SCHED_RR, \[2\]\) += 0"])
        return
    with running("time", programs, "transport=tcp") as (folder, _, client):
        refused = [*client, "--operation", "rpc_null_param", "--iterations", 2, "--qos", qos]
        try:
            run([*strace(folder / "client.strace"), *refused])
        except Failure as failure:
            if "field 'scheduling'" not in str(failure):
                raise
        else:
            raise Failure(f"{qos}: not refused although the system does not permit it")
        require((folder / "client.strace").read_text(errors="replace"),
                [r"sched_setscheduler\(\d+, SCHED_RR, \[2\]\) += -1 EPERM"], qos)
    print(f"{qos}: not permitted, and refused by name")


LARGE = 1 << 20
PACKET = 16 << 20
PART = 1 << 19  # the size of a part that is sent before the rest is written
ELEMENTS = 600_000  # more than two packets


def handed_over(trace):
    """The octets of each send in a trace. A system call that continues a partial send counts as part of it."""
    sends, left = [], 0
    for line in trace.splitlines():
        found = re.search(r"\bsend(?:to|msg)\((.*) += (-?\d+)", line)
        if found is None:
            continue
        arguments, taken = found.groups()
        lengths = re.findall(r"iov_len=(\d+)", arguments) or re.findall(r'"(?:\.\.\.)?, (\d+), ', arguments)
        octets = sum(map(int, lengths))
        if left == 0 or octets != left:
            sends.append(octets)
        left = octets - max(int(taken), 0)
    return sends


def check_packets(programs):
    """A message above 16 MiB is sent in as many packets as `packets=` gives, each with at most its share. Without that field
    it is streamed: sent while it is written."""
    with running("timing", programs, "transport=tcp") as (folder, _, client):
        for qos, most in (("", None), (",packets=1", 1), (",packets=2", 2)):
            least = LARGE if most else PART // 2
            log = folder / "client.strace"
            run([*strace(log, "-e", "trace=sendto,sendmsg"), *client, "--operation", "rpc_struct_seq", "--elements",
                 ELEMENTS, "--iterations", 1, "--qos", "transport=tcp" + qos])
            large = [octets for octets in handed_over(log.read_text(errors="replace")) if octets > least]
            packets = -(-sum(large) // PACKET)
            print(f"packets: {qos[1:] or 'unlimited'}: {large} octets")
            if most is None:
                if packets < 3 or max(large) > 2 * PART:
                    raise Failure(f"{sum(large)} octets, and {max(large)} of them at once")
            elif packets < 3 or len(large) != -(-packets // most) or max(large) > most * PACKET:
                raise Failure(f"{packets} packets, {qos[1:]}: {len(large)} sends instead of {-(-packets // most)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
    programs = parser.parse_args().bin.resolve()
    try:
        for qos, patterns in SAID:
            check_what_is_said(programs, qos, patterns)
        check_real_time(programs)
        check_packets(programs)
    except Failure as failure:
        print(f"FAILED: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
